package trust

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/house"
)

// TestPage: the page is as its rows make it, and every row has a test that
// holds it.
func TestPage(t *testing.T) {
	root, err := house.Root(".")
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(Page)))
	require.NoError(t, err)
	same, err := Same(text)
	require.NoError(t, err)
	require.True(t, same, "%s is not as its rows make it. Run: %s", Page, Command)
	rows, err := Parse(text)
	require.NoError(t, err)
	for _, row := range rows {
		if err := held(root, row); err != nil {
			t.Errorf("%s has a row that no test holds: %s: %v", Page, row.Test, err)
		}
	}
}

// held is why nothing holds a row: its script or its function is gone, or
// says nothing to the page.
func held(root string, row Row) error {
	folder, test, _ := strings.Cut(row.Test, " ")
	if script, ok := strings.CutPrefix(test, "TestScripts/"); ok {
		text, err := os.ReadFile(filepath.Join(root, "testdata", "script", script+".txtar"))
		if err == nil && !regexp.MustCompile(`(?m)^trust `).Match(text) {
			err = fmt.Errorf("%s.txtar has no line: trust …", script)
		}
		return err
	}
	name, _, _ := strings.Cut(test, "/")
	files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(folder), "*_test.go"))
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if strings.Contains(string(text), "func "+name+"(t *testing.T)") && strings.Contains(string(text), "trust.Hold(") {
			return nil
		}
	}
	return fmt.Errorf("no file of %s has func %s and trust.Hold", folder, name)
}

// TestRowsAreWrittenAndHeld: a row that is not there, or is another, fails the
// test unless it may be written; writers do not lose each other's rows.
func TestRowsAreWrittenAndHeld(t *testing.T) {
	page := filepath.Join(t.TempDir(), "trust.md")
	require.NoError(t, os.WriteFile(page, Render(nil), 0o644))
	row := func(i int) Row {
		return Row{Part: parts()[i%3], Tried: fmt.Sprintf("thing %02d", i), Inputs: "one", Result: "nothing", Test: fmt.Sprintf("a/b TestTrust%02d", i)}
	}
	require.ErrorContains(t, row(1).keep(page, false), "UPDATE=1 go test -run '^TestTrust01$' ./a/b")
	var writers sync.WaitGroup
	for i := range 20 {
		writers.Go(func() {
			if err := row(i).keep(page, true); err != nil {
				t.Error(err)
			}
		})
	}
	writers.Wait()
	for i := range 20 {
		require.NoError(t, row(i).keep(page, false))
	}
	other := row(3)
	other.Result = "something"
	require.Error(t, other.keep(page, false))
	require.NoError(t, other.keep(page, true))
	require.Error(t, row(3).keep(page, false), "a test has one row")
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	same, err := Same(text)
	require.NoError(t, err)
	require.True(t, same)
	same, err = Same(append(text, "By hand.\n"...))
	require.NoError(t, err)
	require.False(t, same)
}

// TestWhatIsNoRow: a row that would break the table, or that nothing would run,
// is refused.
func TestWhatIsNoRow(t *testing.T) {
	page := filepath.Join(t.TempDir(), "trust.md")
	require.NoError(t, os.WriteFile(page, Render(nil), 0o644))
	good := Row{Part: Runs, Tried: "a", Inputs: "b", Result: "c", Test: "a/b TestTrustOne"}
	require.NoError(t, good.keep(page, true))
	for _, spoil := range []func(*Row){
		func(r *Row) { r.Part = "Nowhere" },
		func(r *Row) { r.Tried = "a | b" },
		func(r *Row) { r.Inputs = "" },
		func(r *Row) { r.Result = "two\nlines" },
		func(r *Row) { r.Test = "a/b TestOne" },
	} {
		bad := good
		spoil(&bad)
		require.Error(t, bad.keep(page, true), "%+v", bad)
	}
}
