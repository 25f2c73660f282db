package settings

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Version is the version of the module that a package comes from. Only modules
// whose rows of knowledge differ between versions have it.
//
// Our own driver asks the go command for the versions of a build. go vet and
// golangci-lint tell a pass the module of its own package alone, so that each
// package hands its version up; which also makes what they cache depend on it.
// A driver that knows no modules gets the rows of the newest version.
type Version struct{ Module, Version string }

// AFact marks Version as a fact.
func (*Version) AFact() {}

func (v *Version) String() string { return v.Module + "@" + v.Version }

// at is the settings as they stand at the versions that the package under
// analysis is built with.
func (v *value) at(pass *analysis.Pass) *Settings {
	s := v.settings
	if s.Versions != nil {
		return s
	}
	if m := pass.Module; m != nil {
		version := m.Version
		if m.Replace != nil && m.Replace.Version != "" && (m.Replace.Path == m.Path || version == "") { // a fork counts its versions as it likes
			version = m.Replace.Version
		}
		if version != "" && s.Table().Gated(m.Path) {
			pass.ExportPackageFact(&Version{m.Path, version})
		}
	}
	versions := map[string]string{}
	for _, f := range pass.AllPackageFacts() {
		if fact, ok := f.Fact.(*Version); ok {
			versions[fact.Module] = fact.Version
		}
	}
	if len(versions) == 0 {
		return s
	}
	var key []string
	for module, version := range versions {
		key = append(key, fmt.Sprint(module, "@", version))
	}
	slices.Sort(key)
	return v.with(strings.Join(key, " "), versions)
}

// with is the settings at the versions; packages with the same share them, and
// the table that they stand for.
func (v *value) with(key string, versions map[string]string) *Settings {
	v.mu.Lock()
	defer v.mu.Unlock()
	if known := v.versioned[key]; known != nil {
		return known
	}
	s := v.settings
	at := &Settings{Confidence: s.Confidence, Notes: s.Notes, Tests: s.Tests, Related: s.Related, Nolint: s.Nolint,
		Whole: s.Whole, ByTable: s.ByTable, Asked: s.Asked, Consequence: s.Consequence, Knowledge: s.Knowledge, House: s.House, Versions: versions}
	v.versioned[key] = at
	return at
}
