package main

import (
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/internal/config"
	"github.com/timeoutlint/timeoutlint/internal/report"
	"github.com/timeoutlint/timeoutlint/rules"
)

// completions are the scripts that make a shell ask this command what could
// come next. Where it has nothing to say, the shell offers files.
var completions = map[string]string{
	"bash": `# timeoutlint completion bash > /etc/bash_completion.d/timeoutlint
_timeoutlint() {
	local IFS=$'\n'
	COMPREPLY=($(timeoutlint completion words "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _timeoutlint timeoutlint
`,
	"zsh": `#compdef timeoutlint
# timeoutlint completion zsh > "${fpath[1]}/_timeoutlint"
_timeoutlint() {
	local -a found
	found=("${(@f)$(timeoutlint completion words "${(@)words[2,CURRENT]}" 2>/dev/null)}")
	if [[ -n "$found" ]]; then
		compadd -Q -- "${found[@]}"
	else
		_files
	fi
}
if [[ "$funcstack[1]" == _timeoutlint ]]; then
	_timeoutlint "$@"
else
	compdef _timeoutlint timeoutlint
fi
`,
	"fish": `# timeoutlint completion fish > ~/.config/fish/completions/timeoutlint.fish
function __timeoutlint_words
	timeoutlint completion words (commandline -opc)[2..] (commandline -ct) 2>/dev/null
end
complete -c timeoutlint -f -n 'count (__timeoutlint_words) >/dev/null' -a '(__timeoutlint_words)'
`,
}

// completion prints a shell's script, or for that script what could come next.
func (a app) completion(args []string) int {
	if len(args) > 1 && args[0] == "words" {
		for _, word := range next(args[1:]) {
			fmt.Fprintln(a.stdout, word)
		}
		return exitClean
	}
	if len(args) != 1 || completions[args[0]] == "" {
		return a.fail("completion takes the name of a shell: bash, zsh or fish")
	}
	fmt.Fprint(a.stdout, completions[args[0]])
	return exitClean
}

// next lists what the last word, which may be empty, could become. The words
// are those after the command's name; bash makes three of -format=json.
func next(words []string) []string {
	last, before := words[len(words)-1], words[:len(words)-1]
	command := ""
	if len(before) > 0 {
		command = before[0]
	}
	flags := flagsOf(command)
	name, prefix := "", ""
	switch n := len(before); {
	case last == "=" && n > 0:
		name, last = before[n-1], ""
	case n > 1 && before[n-1] == "=":
		name = before[n-2]
	case strings.HasPrefix(last, "-") && strings.Contains(last, "="):
		name, last, _ = strings.Cut(last, "=")
		prefix = name + "="
	case strings.HasPrefix(last, "-"):
		return starting(last, "", flagNames(flags))
	case n > 0 && takesValue(flags, before[n-1]):
		name = before[n-1]
	case n == 0:
		return starting(last, "", commandNames())
	case command == "explain":
		return starting(last, "", ruleNames())
	case command == "completion":
		return starting(last, "", []string{"bash", "fish", "zsh"})
	default:
		return nil
	}
	if i := strings.LastIndexByte(last, ','); i >= 0 { // one more of a list
		prefix, last = prefix+last[:i+1], last[i+1:]
	}
	return starting(last, prefix, values(flags, name))
}

func starting(word, prefix string, candidates []string) []string {
	var out []string
	for _, c := range candidates {
		if strings.HasPrefix(c, word) {
			out = append(out, prefix+c)
		}
	}
	return out
}

// flagsOf is the flags of a subcommand; what is none runs check.
func flagsOf(command string) *flag.FlagSet {
	var flags *flag.FlagSet
	switch command {
	case "budgets":
		_, flags = newBudgetsFlags()
	case "knowledge":
		_, flags = newKnowledgeFlags()
	case "explain", "rules", "config", "cache", "completion", "version", "help":
		flags = flag.NewFlagSet(command, flag.ContinueOnError)
	default:
		_, flags = newCheckFlags()
	}
	return flags
}

func flagNames(flags *flag.FlagSet) []string {
	var names []string
	flags.VisitAll(func(f *flag.Flag) { names = append(names, "-"+f.Name) })
	return names
}

func takesValue(flags *flag.FlagSet, word string) bool {
	f := flags.Lookup(strings.TrimLeft(word, "-"))
	if f == nil || !strings.HasPrefix(word, "-") {
		return false
	}
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return !ok || !b.IsBoolFlag()
}

// values lists what a flag can be given, by the word that its help has for it;
// nothing where that is a file or anything else.
func values(flags *flag.FlagSet, name string) []string {
	f := flags.Lookup(strings.TrimLeft(name, "-"))
	if f == nil {
		return nil
	}
	word, _ := flag.UnquoteUsage(f)
	switch word {
	case "RULES":
		return append(ruleNames(), config.All)
	case "LEVEL":
		return []string{string(rules.High), string(rules.Medium), string(rules.Low)}
	case "FORMAT", "FORMAT:FILE":
		if flags.Name() == "budgets" {
			return []string{"text", "json"}
		}
		return formatNames(word)
	case "SEVERITY":
		return []string{string(rules.Error), string(rules.Warning), string(rules.Note), "none"}
	case "ORDER":
		return []string{"place", "stage", "value"}
	}
	return nil
}

// formatNames lists the formats of findings, ready for a file behind them where
// one is wanted.
func formatNames(word string) []string {
	var names []string
	for _, f := range report.Formats() {
		names = append(names, string(f)+strings.TrimSuffix(strings.TrimPrefix(word, "FORMAT"), "FILE"))
	}
	return names
}

// ruleNames lists the rules and their groups.
func ruleNames() []string {
	var names []string
	for _, r := range rules.Built() {
		names = append(names, r.Name, string(r.Group))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func commandNames() []string {
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	return names
}
