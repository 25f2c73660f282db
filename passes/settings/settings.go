// Package settings is the one place for options: every pass and rule reads
// them from here, whichever door the run came through.
//
// It knows what can be set and what holds when nothing is. It does not know
// files: internal/config reads .timeoutlint.yml and fills a Settings. The
// driver hands the value to the analyzers as this pass's result; go vet and
// golangci-lint set the -settings.json flag, which go vet hashes into its
// cache keys.
package settings

import (
	"encoding/json"
	"flag"
	"fmt"
	"reflect"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Settings is what a user can choose. The zero value is not useful: start
// from Default.
type Settings struct {
	Confidence  rules.Confidence                     `json:"confidence,omitempty"` // weakest confidence reported
	Notes       bool                                 `json:"notes,omitempty"`      // also report what was lowered to a note
	Whole       bool                                 `json:"whole,omitempty"`      // whoever reads the findings sees the whole program and judges who waits there: what the package alone would lower is reported too
	ByTable     bool                                 `json:"table,omitempty"`      // report what the table of consequence shows by default, and of the rules in Asked also what it shows on request; otherwise all rules were asked for
	Asked       []string                             `json:"asked,omitempty"`
	Consequence map[rules.Consequence]rules.Severity `json:"consequence,omitempty"` // the severity of findings by who is held, in place of the table
	Tests       bool                                 `json:"tests,omitempty"`       // also report in _test.go files and test packages
	Related     bool                                 `json:"related"`               // attach the path to a diagnostic as related information
	Nolint      bool                                 `json:"nolint"`                // obey //nolint; golangci-lint does so itself, and must see what it hides
	Knowledge   []knowledge.Library                  `json:"knowledge,omitempty"`   // the user's rows
	House       []House                              `json:"houseclient,omitempty"` // for the rule houseclient
	Versions    map[string]string                    `json:"versions,omitempty"`    // module path to version, as the user's go.mod selects

	once  sync.Once
	table *knowledge.Table
}

// House is the constructors through which alone a type may be built. All are
// names with an import path: "net/http.Client", "example.com/shop/outbound.New".
type House struct {
	Type string   `json:"type" yaml:"type"`
	Use  []string `json:"use" yaml:"use"`
}

// PackageOf is the import path in the name of a type or function; empty if
// there is none.
func PackageOf(name string) string {
	slash := strings.LastIndexByte(name, '/')
	dot := strings.IndexByte(name[slash+1:], '.')
	if dot < 0 {
		return ""
	}
	return name[:slash+1+dot]
}

// Default is what holds when nothing is set.
func Default() *Settings {
	return &Settings{Confidence: rules.Medium, Related: true, Nolint: true}
}

// Table is the built-in knowledge joined by the user's rows, as it stands at
// the versions that the user's go.mod selects.
func (s *Settings) Table() *knowledge.Table {
	s.once.Do(func() {
		s.table = knowledge.Builtin()
		if len(s.Knowledge) > 0 {
			s.table = s.table.With(s.Knowledge)
		}
		if len(s.Versions) > 0 {
			s.table = s.table.At(func(module string) string { return s.Versions[module] })
		}
	})
	return s.table
}

// Analyzer hands the settings to whatever requires it.
var Analyzer = newAnalyzer()

func newAnalyzer() *analysis.Analyzer {
	chosen := &value{settings: Default(), versioned: map[string]*Settings{}}
	a := &analysis.Analyzer{
		Name:             "settings",
		Doc:              "the options of a run, for the passes and rules that require them",
		URL:              "https://github.com/timeoutlint/timeoutlint",
		Flags:            *flag.NewFlagSet("settings", flag.ContinueOnError),
		ResultType:       reflect.TypeFor[*Settings](),
		RunDespiteErrors: true,
		FactTypes:        []analysis.Fact{(*Version)(nil)},
		Run:              func(pass *analysis.Pass) (any, error) { return chosen.at(pass), nil },
	}
	a.Flags.Var(chosen, "json", "the settings as a JSON object; what is left out keeps its default")
	return a
}

// value lets a whole Settings travel as one flag.
type value struct {
	settings *Settings

	mu        sync.Mutex
	versioned map[string]*Settings // the same at module versions, by their list
}

func (v *value) String() string { return "" }

func (v *value) Set(text string) error {
	s := Default()
	if err := json.Unmarshal([]byte(text), s); err != nil {
		return fmt.Errorf("settings: %w", err)
	}
	v.settings, v.versioned = s, map[string]*Settings{}
	return nil
}
