package report

import (
	"bytes"
	"slices"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/timeoutlint/timeoutlint/internal/finding"
	"github.com/timeoutlint/timeoutlint/internal/regular"
)

// sources reads the files of a report, each once, for the formats that count
// columns otherwise than Go does.
type sources struct {
	report Report
	files  map[string]*source
}

// source is a file that was read; empty where that could not be done.
type source struct {
	text  []byte
	lines []int // where each one starts
}

func (s *sources) file(name string) *source {
	if f, known := s.files[name]; known {
		return f
	}
	f := &source{}
	if text, err := regular.Read(s.report.absolute(name), regular.Source); err == nil {
		f.text, f.lines = text, []int{0}
		for i, b := range text {
			if b == '\n' {
				f.lines = append(f.lines, i+1)
			}
		}
	}
	if s.files == nil {
		s.files = map[string]*source{}
	}
	s.files[name] = f
	return f
}

// line is a line of a file, from 1; empty where there is none.
func (f *source) line(number int) string {
	if number < 1 || number > len(f.lines) {
		return ""
	}
	text, _, _ := bytes.Cut(f.text[f.lines[number-1]:], []byte("\n"))
	return string(text)
}

// column turns a 1-based column in bytes into one in UTF-16 code units; 0 where
// the place is not known or not in the file as it is.
func (s *sources) column(file string, line, column int) int {
	return utf16Column(s.file(file).line(line), column)
}

// span is where a finding starts and ends, in UTF-16 code units; 0 where that
// is not known.
func (s *sources) span(f finding.Finding) (column, endLine, endColumn int) {
	column = utf16Column(f.Source, f.Column)
	switch {
	case column == 0 || f.EndLine < f.Line:
	case f.EndLine == f.Line:
		endColumn = utf16Column(f.Source, f.EndColumn)
	default:
		endColumn = s.column(f.File, f.EndLine, f.EndColumn)
	}
	if endColumn == 0 || f.EndLine == f.Line && endColumn <= column {
		return column, 0, 0
	}
	return column, f.EndLine, endColumn
}

// place is the line and the column, in UTF-16 code units, of an offset; zero
// where the file is not that long.
func (f *source) place(offset int) (line, column int) {
	if offset < 0 || offset > len(f.text) {
		return 0, 0
	}
	line, found := slices.BinarySearch(f.lines, offset)
	if found {
		line++
	}
	if line == 0 {
		return 0, 0
	}
	return line, 1 + units(string(f.text[f.lines[line-1]:offset]))
}

func utf16Column(line string, column int) int {
	if column < 1 || column > len(line)+1 {
		return 0
	}
	return 1 + units(line[:column-1])
}

// units counts UTF-16 code units; a byte that is not UTF-8 is one, as it is for
// whoever reads the file with a replacement character.
func units(text string) int {
	n := 0
	for _, r := range text {
		if r == utf8.RuneError {
			n++
			continue
		}
		n += utf16.RuneLen(r)
	}
	return n
}
