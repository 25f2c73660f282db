// Speed writes docs/speed.md, the picture in it, and what README.md quotes: what the linter costs beside
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

	"github.com/timeoutlint/timeoutlint/internal/docgen"
	"github.com/timeoutlint/timeoutlint/internal/tsv"
)

//go:embed speed.tsv
var measured string

const (
	pagePath    = "docs/speed.md"
	picturePath = "docs/speed.svg"
	readmePath  = "README.md"
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
	readme, err := os.ReadFile(filepath.Join(root, readmePath))
	if err != nil {
		return err
	}
	files, err := render(measured, readme)
	if err != nil {
		return err
	}
	return docgen.Write(root, files)
}

// render makes the page, its picture, and README.md with what it quotes.
func render(table string, readme []byte) (map[string][]byte, error) {
	rows, err := tsv.Parse(table, "project", "commit", "packages", "lines", "scenario", "tool", "version",
		"wall", "cpu", "wall_ratio", "cpu_ratio", "peak_mb", "rounds")
	if err != nil {
		return nil, fmt.Errorf("speed.tsv:%w", err)
	}
	if len(rows) == 0 {
		return nil, errors.New("speed.tsv: no row")
	}
	all, err := parse(rows)
	if err != nil {
		return nil, fmt.Errorf("speed.tsv: %w", err)
	}
	var page, picture bytes.Buffer
	if err := errors.Join(writePage(&page, all), draw(&picture, all)); err != nil {
		return nil, err
	}
	readme, err = docgen.Between(readme, "speed", []byte(quoted(all)))
	return map[string][]byte{pagePath: page.Bytes(), picturePath: picture.Bytes(), readmePath: readme}, err
}
