package report

import (
	"bytes"
	"os"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/timeoutlint/timeoutlint/internal/finding"
)

// sources reads the files of a report, each once, for the formats that count
// columns otherwise than Go does.
type sources struct {
	report Report
	files  map[string][]byte // nil for what cannot be read
}

func (s *sources) content(file string) []byte {
	text, known := s.files[file]
	if !known {
		text, _ = os.ReadFile(s.report.absolute(file))
		if s.files == nil {
			s.files = map[string][]byte{}
		}
		s.files[file] = text
	}
	return text
}

// line is a line of a file, from 1; empty where there is none.
func (s *sources) line(file string, number int) string {
	text := s.content(file)
	for ; number > 1; number-- {
		_, rest, more := bytes.Cut(text, []byte("\n"))
		if !more {
			return ""
		}
		text = rest
	}
	text, _, _ = bytes.Cut(text, []byte("\n"))
	return string(text)
}

// column turns a 1-based column in bytes into one in UTF-16 code units; 0 where
// the place is not known or not in the file as it is.
func (s *sources) column(file string, line, column int) int {
	return utf16Column(s.line(file, line), column)
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

// place is the line and the column, in UTF-16 code units, of an offset in a
// file; zero where the file is not that long.
func (s *sources) place(file string, offset int) (line, column int) {
	text := s.content(file)
	if offset < 0 || offset > len(text) {
		return 0, 0
	}
	start := bytes.LastIndexByte(text[:offset], '\n') + 1
	return 1 + bytes.Count(text[:offset], []byte("\n")), 1 + units(string(text[start:offset]))
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
