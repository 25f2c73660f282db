// Accuracy writes docs/accuracy.md: what the linter finds of real bugs, and how
// many of its findings are right.
//
//	go run ./bench/accuracy          # the page, from the data of internal/corpus
//	go run ./bench/accuracy -new     # the findings that nobody has judged, and the verdicts nothing reports any more
//
// It knows the tables of internal/corpus and counts them. It runs nothing: the
// tables are made by internal/corpus, whose README has the commands.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

func main() {
	unjudged := flag.Bool("new", false, "print what is reported and not judged, and what was judged and is not reported")
	root := flag.String("root", ".", "the repository")
	flag.Parse()
	if err := run(os.Stdout, *root, *unjudged); err != nil {
		fmt.Fprintln(os.Stderr, "accuracy:", err)
		os.Exit(1)
	}
}

func run(out io.Writer, root string, unjudged bool) error {
	d, err := read(filepath.Join(root, "internal", "corpus"))
	if err != nil {
		return err
	}
	if unjudged {
		return d.difference(out)
	}
	var page bytes.Buffer
	if err := write(&page, d); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, pagePath), page.Bytes(), 0o644)
}

const pagePath = "docs/accuracy.md"
