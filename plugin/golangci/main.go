// Command golangci is golangci-lint with timeoutlint in it, and its tests are
// those of every door that a user comes in by: golangci-lint, pre-commit, the
// GitHub action. They hold each to what the command alone finds.
//
// It is a module apart: golangci-lint brings two hundred others along, and its
// licence (GPL) is its own. Nobody ships this binary; users build theirs with
// `golangci-lint custom`, which adds the same import to the same command.
package main

import (
	"fmt"
	"os"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/timeoutlint/timeoutlint/plugin"
)

func main() {
	// "(devel)" makes golangci-lint key its cache by the binary, and so by the rules.
	if err := commands.Execute(commands.BuildInfo{Version: "(devel)"}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitcodes.Failure)
	}
}
