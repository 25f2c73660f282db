// Package plugin makes timeoutlint a module plugin of golangci-lint.
//
// It knows golangci-lint's contract and nothing of the rules: it turns the
// settings of .golangci.yml into those of a run and hands over the analyzers.
// Findings carry no related information, which golangci-lint would show as
// findings of their own: the path is in the message.
package plugin

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/analyzers"
	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

func init() { register.Plugin("timeoutlint", New) }

// Settings is the section linters.settings.custom.timeoutlint.settings. Lists,
// never maps: golangci-lint splits the keys of a map at their dots.
type Settings struct {
	Enable     []string            `json:"enable"`      // rules on beside the default ones
	Disable    []string            `json:"disable"`     // rules off
	Confidence rules.Confidence    `json:"confidence"`  // weakest reported: high, medium (the default) or low
	Tests      bool                `json:"tests"`       // also in tests
	Notes      bool                `json:"notes"`       // also what was lowered to a note
	Knowledge  []knowledge.Library `json:"knowledge"`   // rows of your own
	House      []settings.House    `json:"houseclient"` // constructors to hold to; they switch the rule of that name on
}

// linter is one configured plugin.
type linter struct{ settings Settings }

// New reads the settings; it is what golangci-lint calls.
func New(conf any) (register.LinterPlugin, error) {
	s, err := register.DecodeSettings[Settings](conf)
	if err != nil {
		return nil, fmt.Errorf("timeoutlint: %w", err)
	}
	for _, name := range slices.Concat(s.Enable, s.Disable) {
		if r, ok := rules.Lookup(name); !ok || !r.Built() {
			return nil, fmt.Errorf("timeoutlint: there is no rule %q", name)
		}
	}
	switch s.Confidence {
	case "":
		s.Confidence = rules.Medium
	case rules.High, rules.Medium, rules.Low:
	default:
		return nil, fmt.Errorf("timeoutlint: confidence is high, medium or low, not %q", s.Confidence)
	}
	return &linter{s}, nil
}

// GetLoadMode asks for types: every rule needs them.
func (*linter) GetLoadMode() string { return register.LoadModeTypesInfo }

// BuildAnalyzers sets the options and lists the rules that are on.
func (l *linter) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	text, err := json.Marshal(&settings.Settings{
		Confidence: l.settings.Confidence,
		Tests:      l.settings.Tests,
		Notes:      l.settings.Notes,
		Knowledge:  l.settings.Knowledge,
		House:      l.settings.House,
	})
	if err != nil {
		return nil, fmt.Errorf("timeoutlint: %w", err)
	}
	if err := settings.Analyzer.Flags.Set("json", string(text)); err != nil {
		return nil, fmt.Errorf("timeoutlint: %w", err)
	}
	var on []*analysis.Analyzer
	for _, a := range analyzers.All() {
		r, _ := rules.Lookup(a.Name)
		asked := r.Default || r == rules.HouseClient && len(l.settings.House) > 0
		if (asked || slices.Contains(l.settings.Enable, a.Name)) && !slices.Contains(l.settings.Disable, a.Name) {
			on = append(on, a)
		}
	}
	return on, nil
}
