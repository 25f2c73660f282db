// Speed writes docs/speed.md and the picture in it: what the linter costs beside
// other tools, and how that grows with the size of the code.
//
//	go run ./bench/speed
//
// It knows the table speed.tsv and lays it out. It measures nothing: the rows
// are appended by internal/speed, and the page says how.
package main

import (
	"bytes"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/timeoutlint/timeoutlint/internal/tsv"
)

//go:embed speed.tsv
var measured string

const (
	pagePath    = "docs/speed.md"
	picturePath = "docs/speed.svg"
)

func main() {
	root := flag.String("root", ".", "the repository")
	flag.Parse()
	if err := run(*root); err != nil {
		fmt.Fprintln(os.Stderr, "speed:", err)
		os.Exit(1)
	}
}

func run(root string) error {
	page, picture, err := render(measured)
	if err != nil {
		return err
	}
	return errors.Join(
		os.WriteFile(filepath.Join(root, pagePath), page, 0o644),
		os.WriteFile(filepath.Join(root, picturePath), picture, 0o644))
}

func render(table string) (page, picture []byte, err error) {
	rows, err := tsv.Parse(table, "project", "commit", "packages", "lines", "scenario", "tool", "version",
		"wall", "cpu", "wall_ratio", "cpu_ratio", "peak_mb", "rounds")
	if err != nil {
		return nil, nil, fmt.Errorf("speed.tsv:%w", err)
	}
	if len(rows) == 0 {
		return nil, nil, errors.New("speed.tsv: no row")
	}
	all, err := parse(rows)
	if err != nil {
		return nil, nil, fmt.Errorf("speed.tsv: %w", err)
	}
	var text, drawing bytes.Buffer
	err = errors.Join(writePage(&text, all), draw(&drawing, all))
	return text.Bytes(), drawing.Bytes(), err
}
