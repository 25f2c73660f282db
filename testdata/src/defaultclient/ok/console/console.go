// Package console makes commands for a terminal: a person waits for them, and
// can stop them.
package console

import (
	"net/http"

	"github.com/spf13/cobra"
)

func fetch(cmd *cobra.Command, args []string) error {
	_, err := http.Get(args[0])
	return err
}
