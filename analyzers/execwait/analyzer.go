package execwait

import (
	"fmt"
	"go/ast"
	"go/constant"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/places"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.ExecWait.Name,
	Doc:      rules.ExecWait.Summary,
	URL:      rules.ExecWait.URL(),
	Requires: []*analysis.Analyzer{bounds.Analyzer, places.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	b := pass.ResultOf[bounds.Analyzer].(*bounds.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	for _, cmd := range b.Objects {
		if cmd.Type != "os/exec.Cmd" || cmd.Maker == nil || cmd.Maker.Name() != "CommandContext" || !out.Wanted(cmd.Pos) {
			continue
		}
		ran, how := collected(cmd)
		if how == "" || looked(cmd) || len(cmd.Call.Call.Args) < 2 {
			continue
		}
		name, ok := bounds.Text(cmd.Call.Call.Args[1])
		if !ok || !parents[strings.TrimSuffix(path.Base(name), ".exe")] || name == "git" && alone(pass, cmd) {
			continue
		}
		out.Report(pass, verdict.Verdict{
			Rule: rules.ExecWait, Confidence: rules.Medium,
			At: verdict.Position(cmd.Pos),
			Message: fmt.Sprintf("when the context of %s ends, %s alone is killed, and %s at %s goes on until whatever it has started closes its output (%s): there is no WaitDelay; set it",
				name, name, knowledge.Short(ran.Fn.FullName()), out.At(ran.Call.Pos()), how),
			Path: []verdict.Step{{Pos: ran.Call.Pos(), Text: "waits for the pipes"}},
		})
	}
	return nil, nil
}

// parents are programs that start others to do their work.
var parents = map[string]bool{
	"sh": true, "bash": true, "zsh": true, "dash": true, "ash": true, "ksh": true, "cmd": true, "powershell": true, "pwsh": true,
	"env": true, "nice": true, "sudo": true, "su": true, "xargs": true, "timeout": true, "ssh": true, "script": true,
	"git": true, "hg": true, "svn": true, "make": true, "cmake": true, "ninja": true, "bazel": true, "go": true, "cargo": true, "gradle": true, "gradlew": true, "mvn": true, "ant": true,
	"npm": true, "npx": true, "yarn": true, "pnpm": true, "node": true, "bun": true, "python": true, "python3": true, "pip": true, "pip3": true, "uv": true, "poetry": true,
	"ruby": true, "bundle": true, "rake": true, "perl": true, "php": true, "composer": true, "java": true,
	"terraform": true, "tofu": true, "terragrunt": true, "pulumi": true, "ansible": true, "ansible-playbook": true, "helm": true, "packer": true, "vagrant": true,
}

// reaching are the commands of git that start a transport, hooks or git itself.
var reaching = map[string]bool{
	"fetch": true, "clone": true, "pull": true, "push": true, "ls-remote": true, "submodule": true, "lfs": true, "remote": true, "archive": true, "svn": true, "gc": true, "maintenance": true,
	"commit": true, "merge": true, "rebase": true, "am": true, "checkout": true, "switch": true, "cherry-pick": true, "revert": true, "worktree": true, "filter-branch": true, "bisect": true, "difftool": true, "mergetool": true,
}

// alone reports whether git does by itself what it is asked for.
func alone(pass *analysis.Pass, cmd *bounds.Object) bool {
	around := pass.ResultOf[places.Analyzer].(*places.Index).Around(cmd.Pos, cmd.Pos)
	i := slices.IndexFunc(around, func(n ast.Node) bool { _, ok := n.(*ast.CallExpr); return ok })
	if i < 0 {
		return false
	}
	call := around[i].(*ast.CallExpr)
	for _, arg := range call.Args[min(2, len(call.Args)):] {
		v := pass.TypesInfo.Types[arg].Value
		if v == nil || v.Kind() != constant.String {
			return false
		}
		if text := constant.StringVal(v); !strings.HasPrefix(text, "-") {
			return !reaching[text]
		} else if text == "-C" || text == "-c" {
			return false // what follows is its value
		}
	}
	return false
}

// collected is the call that waits for a command whose output goes through a pipe,
// and what reads that.
func collected(cmd *bounds.Object) (bounds.Use, string) {
	for _, u := range cmd.Uses {
		if u.Arg != knowledge.Receiver || u.Row == nil || u.Row.Does != knowledge.Runs {
			continue
		}
		switch u.Fn.Name() {
		case "Output", "CombinedOutput":
			return u, "which it collects"
		}
		for _, field := range []string{"Stdout", "Stderr"} {
			for _, w := range cmd.Writes(field) {
				if made, ok := w.Value.(*ssa.MakeInterface); ok && calls.Named(made.X.Type()) != "os.File" {
					return u, field + " is no file"
				}
			}
		}
	}
	return bounds.Use{}, ""
}

// looked: something else may end it, or it is given away.
func looked(cmd *bounds.Object) bool {
	return len(cmd.Writes("WaitDelay")) > 0 || len(cmd.Writes("Cancel")) > 0 || len(cmd.Writes("SysProcAttr")) > 0 || cmd.Reads("Process") ||
		cmd.Left(bounds.Passed, bounds.Stored, bounds.ReturnedOut)
}
