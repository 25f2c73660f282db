// Package trust keeps docs/trust.md: what was tried to make timeoutlint lose,
// crash, run, write or grow, and what came of it.
//
// A test that tries something ends with Hold, which compares its row with the
// page; UPDATE=1 makes it write the row instead. So the page is written by the
// tests that it speaks of, and fails with them. The package knows the page's
// form; it knows nothing of what is tried.
package trust

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/timeoutlint/timeoutlint/internal/house"
	"github.com/timeoutlint/timeoutlint/internal/replace"
)

// Page is where the table is, below the root of the repository.
const Page = "docs/trust.md"

// Row is what one test tries, what it tries it on, and what comes of it. The
// texts are Markdown of one line. Numbers in them are counted by the test.
type Row struct {
	Part   Part   // the section of the page
	Tried  string // what is tried, such as "a FIFO in the place of a source file"
	Inputs string // what it is tried on, and how many of them
	Result string // what comes of it: what the test has just asserted

	Test string // what runs it: "PACKAGE TEST"; Hold fills it in
}

// Hold fails the test if the page has another row for it, or none. It is called
// once in a test, at its end, when all that the row says has been asserted. A
// test that has failed has no row.
func Hold(t testing.TB, row Row) {
	t.Helper()
	if t.Failed() {
		return
	}
	if err := Keep(t.Name(), row); err != nil {
		t.Fatal(err)
	}
}

// Keep is Hold for who has the test's name only; the package is that of the
// current directory.
func Keep(test string, row Row) error {
	wd, err := os.Getwd()
	if err != nil {
		return err
	}
	root, err := house.Root(wd)
	if err != nil {
		return err
	}
	folder, err := filepath.Rel(root, wd)
	if err != nil {
		return err
	}
	row.Test = filepath.ToSlash(folder) + " " + test
	return row.keep(filepath.Join(root, filepath.FromSlash(Page)), os.Getenv("UPDATE") != "")
}

// keep compares the row with the page, or writes it there.
func (row Row) keep(page string, update bool) error {
	if err := row.valid(); err != nil {
		return fmt.Errorf("the row of %s: %w", row.Test, err)
	}
	for range 200 { // other packages' tests write it, too
		text, err := os.ReadFile(page)
		if err != nil {
			return err
		}
		rows, err := Parse(text)
		if err != nil {
			return fmt.Errorf("%s: %w", Page, err)
		}
		if slices.Contains(rows, row) {
			return nil
		}
		if !update {
			return fmt.Errorf("%s does not say of this test: %q. Run: UPDATE=1 go test -run '%s' %s", Page, row.line(), row.run(), row.pattern())
		}
		rows = slices.DeleteFunc(rows, func(old Row) bool { return old.Test == row.Test })
		err = replace.File(page, text, Render(append(rows, row)))
		if err == nil || !errors.Is(err, replace.ErrChanged) && !errors.Is(err, replace.ErrBusy) {
			return err
		}
		time.Sleep(10 * time.Millisecond)
	}
	return errors.New("docs/trust.md is being written by others")
}

// Same reports whether the page is what its rows make of it: nobody has edited
// it by hand.
func Same(text []byte) (bool, error) {
	rows, err := Parse(text)
	return err == nil && bytes.Equal(text, Render(rows)), err
}
