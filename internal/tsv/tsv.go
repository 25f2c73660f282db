// Package tsv reads and writes the tables that the measurements keep: lines of
// tab-separated cells under a line of column names, nothing quoted, # for a
// comment line.
//
// It knows columns by name and nothing of what they mean.
package tsv

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// Row is one line of a table, by the names of its columns.
type Row map[string]string

// Read reads a file; it fails where one of the columns is missing.
func Read(name string, columns ...string) ([]Row, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	rows, err := Parse(string(text), columns...)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", name, err)
	}
	return rows, nil
}

// Parse reads a table; it fails where one of the columns is missing or a line
// has more cells than there are columns. The error begins with the line.
func Parse(text string, columns ...string) ([]Row, error) {
	var header []string
	var rows []Row
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
				if !slices.Contains(cells, c) {
					return nil, fmt.Errorf("%d: no column %q", n, c)
				}
			}
			continue
		}
		if len(cells) > len(header) {
			return nil, fmt.Errorf("%d: %d cells, more than the %d columns", n, len(cells), len(header))
		}
		r := Row{}
		for i, cell := range cells {
			r[header[i]] = strings.TrimSpace(cell)
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// Write writes the cells as one line of a table, each on one line.
func Write(w io.Writer, cells ...string) error {
	clean := make([]string, len(cells))
	for i, c := range cells {
		clean[i] = strings.Join(strings.Fields(c), " ")
	}
	_, err := fmt.Fprintln(w, strings.Join(clean, "\t"))
	return err
}
