package fix

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"go/format"
	"path/filepath"
	"slices"

	"github.com/timeoutlint/timeoutlint/internal/finding"
	"github.com/timeoutlint/timeoutlint/internal/regular"
	"github.com/timeoutlint/timeoutlint/internal/replace"
)

// source is a file as the last round left it, or as it is on disk.
func (f *fixer) source(name, file string) ([]byte, error) {
	if src, ok := f.now[name]; ok {
		return src, nil
	}
	if src, ok := f.old[name]; ok {
		return src, nil
	}
	src, err := regular.Read(name, regular.Source)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, replace.ErrChanged)
	}
	f.old[name] = src
	return src, nil
}

func (f *fixer) absolute(file string) string {
	name := filepath.FromSlash(file)
	if !filepath.IsAbs(name) {
		name = filepath.Join(f.dir, name)
	}
	return name
}

// apply replaces parts of a file that is still what the edits were made for,
// drops the imports that are not used any more, and formats the result if the file was formatted.
func apply(file string, src []byte, edits []finding.Edit) ([]byte, error) {
	sum, windows := sha256.Sum256(src), bytes.Contains(src, []byte("\r\n"))
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b finding.Edit) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	edits = slices.Compact(edits)
	var out []byte
	last := 0
	for _, e := range edits {
		switch {
		case e.Of != sum:
			return nil, fmt.Errorf("%s: %w", file, replace.ErrChanged)
		case e.Start < last || e.End < e.Start || e.End > len(src):
			return nil, fmt.Errorf("%s: the fix at byte %d cannot be applied", file, e.Start)
		}
		text := []byte(e.NewText)
		if windows {
			text = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
		}
		out = append(append(out, src[last:e.Start]...), text...)
		last = e.End
	}
	out = unimport(src, append(out, src[last:]...))
	if formatted, err := format.Source(src); err != nil || !bytes.Equal(formatted, src) {
		return out, nil
	}
	if formatted, err := format.Source(out); err == nil {
		return formatted, nil
	}
	return out, nil // the run over it says what is wrong
}
