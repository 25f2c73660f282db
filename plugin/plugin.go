// Package plugin makes timeoutlint a module plugin of golangci-lint.
//
// It knows golangci-lint's contract and nothing of the rules: it turns the
// settings of .golangci.yml into those of a run and hands over the analyzers.
// Findings carry no related information, which golangci-lint would show as
// findings of their own: the path is in the message.
package plugin

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"runtime/debug"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/analyzers"
	"github.com/timeoutlint/timeoutlint/internal/config"
	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/passes/leftout"
	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/passes/shown"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

func init() { register.Plugin("timeoutlint", New) }

// Settings is the section linters.settings.custom.timeoutlint.settings. Lists,
// never maps: golangci-lint splits the keys of a map at their dots. What
// .timeoutlint.yml has beside these, golangci-lint has itself: severities,
// exclusions, build tags.
type Settings struct {
	Enable     []string         `json:"enable"`      // rules or groups on beside the default ones, or all
	Disable    []string         `json:"disable"`     // rules or groups off; wins
	Confidence rules.Confidence `json:"confidence"`  // weakest reported: high, medium (the default) or low
	Tests      bool             `json:"tests"`       // also in tests
	Notes      bool             `json:"notes"`       // also what was lowered to a note
	Knowledge  []any            `json:"knowledge"`   // rows of your own, as in .timeoutlint.yml
	House      []any            `json:"houseclient"` // constructors to hold to, as in .timeoutlint.yml; they switch the rule of that name on
}

// linter is one configured plugin.
type linter struct{ config *config.Config }

// New reads the settings; it is what golangci-lint calls.
func New(conf any) (register.LinterPlugin, error) {
	s, err := register.DecodeSettings[Settings](conf)
	if err != nil {
		return nil, fmt.Errorf("timeoutlint: %w", err)
	}
	c, err := s.config()
	if err != nil {
		return nil, err
	}
	return &linter{c}, nil
}

var place = regexp.MustCompile(`^settings:[0-9:]+ `)

// config is the settings as the configuration file has them, read as strictly.
func (s Settings) config() (*config.Config, error) {
	file := map[string]any{"tests": s.Tests, "notes": s.Notes}
	if s.Confidence != "" {
		file["confidence"] = s.Confidence
	}
	if len(s.Knowledge) > 0 {
		file["knowledge"] = s.Knowledge
	}
	if len(s.House) > 0 {
		file["houseclient"] = s.House
	}
	if len(s.Enable)+len(s.Disable) > 0 {
		file["rules"] = map[string][]string{"enable": append([]string{}, s.Enable...), "disable": append([]string{}, s.Disable...)}
	}
	text, err := json.MarshalIndent(file, "", " ") // JSON is YAML
	if err != nil {
		return nil, fmt.Errorf("timeoutlint: %w", err)
	}
	c, err := config.Parse(text, "settings")
	if err != nil {
		// The place is one in the text made here: nobody could look it up.
		return nil, errors.New("timeoutlint: settings: " + place.ReplaceAllString(err.Error(), ""))
	}
	return c, nil
}

// GetLoadMode asks for types: every rule needs them.
func (*linter) GetLoadMode() string { return register.LoadModeTypesInfo }

// BuildAnalyzers sets the options and lists the rules that are on.
func (l *linter) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	chosen, err := l.config.Chosen()
	if err != nil {
		return nil, fmt.Errorf("timeoutlint: %w", err)
	}
	set := l.options()
	set.ByTable, set.Asked = true, chosen.List()
	text, err := json.Marshal(set)
	if err != nil {
		return nil, fmt.Errorf("timeoutlint: %w", err)
	}
	if err := settings.Analyzer.Flags.Set("json", string(text)); err != nil {
		return nil, fmt.Errorf("timeoutlint: %w", err)
	}
	var on []*analysis.Analyzer
	for _, a := range analyzers.All() {
		if chosen.Run[a.Name] {
			on = append(on, careful(leftout.Telling(a, os.Stderr)))
		}
	}
	return verdict.InOrder(on), nil
}

// careful is a rule whose panic costs that rule, in that package. To golangci-lint it
// would be an error, for which it drops what all linters found: here it is a finding
// at the head of the package.
func careful(rule *analysis.Analyzer) *analysis.Analyzer {
	out := *rule
	out.Run = func(pass *analysis.Pass) (result any, err error) {
		defer func() {
			if p := recover(); p != nil && len(pass.Files) > 0 {
				pass.Reportf(pass.Files[0].Package, "%s", shown.Text(fmt.Sprintf("rule %s crashed in package %s: panic: %v%s", rule.Name, pass.Pkg.Path(), p, driver.PanicPlace(debug.Stack()))))
			}
		}()
		return rule.Run(pass)
	}
	return &out
}

func (l *linter) options() *settings.Settings {
	s := settings.Default()
	if l.config.Confidence != "" {
		s.Confidence = l.config.Confidence
	}
	s.Tests, s.Notes, s.Related = l.config.Tests, l.config.Notes, false
	s.Knowledge, s.House = l.config.Knowledge, l.config.House
	return s
}
