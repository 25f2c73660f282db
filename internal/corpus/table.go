package main

import (
	"fmt"
	"io"
	"os"
	"strings"
)

// row is one line of a table, by the names of its columns.
type row map[string]string

// readTable reads a file of tab-separated values whose first line names the
// columns. Nothing is quoted; # starts a comment line.
func readTable(name string, columns ...string) ([]row, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	rows, err := parseTable(string(text), columns...)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", name, err)
	}
	return rows, nil
}

func parseTable(text string, columns ...string) ([]row, error) {
	var header []string
	var rows []row
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, "\r\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(line, "\t")
		if header == nil {
			header = cells
			for _, c := range columns {
				if !strings.Contains("\t"+line+"\t", "\t"+c+"\t") {
					return nil, fmt.Errorf("%d: no column %q", n, c)
				}
			}
			continue
		}
		if len(cells) > len(header) {
			return nil, fmt.Errorf("%d: %d cells, more than the %d columns", n, len(cells), len(header))
		}
		r := row{}
		for i, cell := range cells {
			r[header[i]] = strings.TrimSpace(cell)
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// writeRow writes the cells as one line of a table.
func writeRow(w io.Writer, cells ...string) error {
	clean := make([]string, len(cells))
	for i, c := range cells {
		clean[i] = strings.Join(strings.Fields(c), " ")
	}
	_, err := fmt.Fprintln(w, strings.Join(clean, "\t"))
	return err
}
