package trust

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Part is a section of the page.
type Part string

// The sections, in their order.
const (
	Nothing Part = "Nothing is lost in silence"
	Crashes Part = "A crash of one rule costs that rule"
	Runs    Part = "A checkout runs nothing and writes nothing"
	Inputs  Part = "What is no plain file is named and left out"
	Prints  Part = "What is printed is escaped"
	Keys    Part = "A warm cache says what a cold one says"
	Growth  Part = "Work grows with its input"
	Strict  Part = "What cannot be followed is an error"
	Today   Part = "The Go of today"
	Hidden  Part = "What is hidden is counted"
)

func parts() []Part {
	return []Part{Nothing, Crashes, Runs, Inputs, Prints, Keys, Growth, Strict, Today, Hidden}
}

// Command writes the page.
const Command = "UPDATE=1 go test -run 'Trust|Scripts/trust' ./..."

const head = "<!-- Written by: " + Command + " -->\n" + `
# What was tried

timeoutlint is run over code that nobody has read yet, often in CI and often as root. This page says what was tried to make it
lose something in silence, crash, run or write something, or take more time and memory than its input is worth; and what came
of it. What is promised, and what is not, is in [threats.md](threats.md).

Every row is written by the test in its last column, which fails if it is not true any more. Run one with
` + "`go test -run TEST PACKAGE`" + `.
`

const columns = "| what is tried | on | result | test |\n|---|---|---|---|\n"

// Render is the page with these rows.
func Render(rows []Row) []byte {
	rows = slices.SortedFunc(slices.Values(rows), func(a, b Row) int {
		return cmp.Or(cmp.Compare(slices.Index(parts(), a.Part), slices.Index(parts(), b.Part)), strings.Compare(a.Tried, b.Tried), strings.Compare(a.Test, b.Test))
	})
	var out bytes.Buffer
	out.WriteString(head)
	var part Part
	for _, row := range rows {
		if row.Part != part {
			part = row.Part
			fmt.Fprintf(&out, "\n## %s\n\n%s", part, columns)
		}
		out.WriteString(row.line() + "\n")
	}
	return out.Bytes()
}

func (row Row) line() string {
	return fmt.Sprintf("| %s | %s | %s | `%s` |", row.Tried, row.Inputs, row.Result, row.Test)
}

// pattern is the row's package as the go command takes it.
func (row Row) pattern() string {
	folder, _, _ := strings.Cut(row.Test, " ")
	return "./" + folder
}

// run is the row's test as the go command's -run takes it.
func (row Row) run() string {
	_, test, _ := strings.Cut(row.Test, " ")
	return "^" + strings.ReplaceAll(test, "/", "$/^") + "$"
}

func (row Row) valid() error {
	if !slices.Contains(parts(), row.Part) {
		return fmt.Errorf("there is no part %q", row.Part)
	}
	for _, text := range []string{row.Tried, row.Inputs, row.Result, row.Test} {
		if strings.TrimSpace(text) != text || text == "" || strings.ContainsAny(text, "|\n\r") {
			return fmt.Errorf("%q is no cell of a table: it is empty, or has a bar, a line's end or space around it", text)
		}
	}
	if !strings.Contains(row.Test, "Trust") && !strings.Contains(row.Test, "/trust_") {
		return errors.New("its test has no Trust in its name, by which all of them are run")
	}
	return nil
}

// Parse reads the rows of the page.
func Parse(text []byte) ([]Row, error) {
	var rows []Row
	var part Part
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		line = strings.TrimSuffix(line, "\n")
		if name, ok := strings.CutPrefix(line, "## "); ok {
			part = Part(name)
		}
		if part == "" || !strings.HasPrefix(line, "| ") || strings.HasPrefix(columns, line+"\n") {
			continue
		}
		cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, "| "), " |"), " | ")
		if len(cells) != 4 {
			return nil, fmt.Errorf("line %d has %d cells, not 4", n, len(cells))
		}
		row := Row{part, cells[0], cells[1], cells[2], strings.Trim(cells[3], "`")}
		if err := row.valid(); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		rows = append(rows, row)
	}
	return rows, nil
}
