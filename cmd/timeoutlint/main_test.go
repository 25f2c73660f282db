package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/internal/driver/smoke"
	"github.com/timeoutlint/timeoutlint/internal/report/hostile"
	"github.com/timeoutlint/timeoutlint/internal/trust"
)

// The scripts run two commands: timeoutlint as it is, and smoke, which is the
// same with one analyzer that a few lines of code can provoke.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"timeoutlint": main,
		"smoke": func() {
			a := app{analyzers: []*analysis.Analyzer{smoke.Analyzer}, stdout: os.Stdout, stderr: os.Stderr, env: os.Environ()}
			os.Exit(a.run(os.Args[1:]))
		},
	})
}

func TestScripts(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE").Output()
	require.NoError(t, err)
	caches := strings.Fields(string(out))
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("..", "..", "testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE") != "",
		Setup: func(env *testscript.Env) error {
			env.Setenv("GOCACHE", caches[0])
			env.Setenv("GOMODCACHE", caches[1])
			env.Setenv("TIMEOUTLINT_CACHE", filepath.Join(env.WorkDir, ".timeoutlint-cache"))
			env.Setenv("GOPROXY", "off")
			env.Setenv("GOFLAGS", "")
			env.Setenv("GOTOOLCHAIN", "local")
			if companion, err := filepath.Abs(filepath.Join("..", "..", "budget")); err == nil {
				env.Setenv("BUDGET", companion)
			}
			for _, tool := range []string{"smoke", "timeoutlint"} { // for -vettool, which wants a path
				path, err := exec.LookPath(tool)
				if err != nil {
					return err
				}
				env.Setenv(strings.ToUpper(tool), path)
			}
			return nil
		},
		Condition: func(cond string) (bool, error) {
			switch cond {
			case "root":
				return os.Geteuid() == 0, nil
			case "mounts":
				return exec.Command("unshare", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "none", os.TempDir()).Run() == nil, nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":    exits,
			"harmless": harmless,
			"trust":    inTable,
			"waitfile": waitFile,
		},
	})
}

// exits runs a command and wants its exit code: exits CODE COMMAND ARGS.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	err := ts.Exec(args[1], args[2:]...)
	code := "0"
	if err != nil {
		code = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if code != args[0] {
		ts.Fatalf("exit code %s, want %s", code, args[0])
	}
}

// harmless wants files, such as stdout and stderr, to speak to no terminal and
// give no CI system a command: harmless FILE... A line may begin with the command
// that -format=github prints.
func harmless(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: harmless FILE...")
	}
	for _, name := range args {
		text := ts.ReadFile(name)
		if text == "" {
			ts.Fatalf("%s is empty", name)
		}
		for _, line := range hostile.Lines(text, "::warning file=", "::error file=") {
			ts.Fatalf("%s has the line %q", name, line)
		}
	}
}

// inTable holds the script's row of docs/trust.md: trust PART TRIED INPUTS RESULT.
// It is the last line of a script.
func inTable(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: trust PART TRIED INPUTS RESULT")
	}
	ts.Check(trust.Keep("TestScripts/"+ts.Name(), trust.Row{Part: trust.Part(args[0]), Tried: args[1], Inputs: args[2], Result: args[3]}))
}

// waitFile waits until a file exists.
func waitFile(ts *testscript.TestScript, _ bool, args []string) {
	for range 600 {
		if _, err := os.Stat(ts.MkAbs(args[0])); err == nil {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	ts.Fatalf("%s never appeared", args[0])
}
