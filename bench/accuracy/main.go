// Accuracy writes docs/accuracy.md, and what README.md quotes of it: what the linter finds of real bugs, and how
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
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/timeoutlint/timeoutlint/internal/docgen"
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
	files, err := render(root, d)
	if err != nil {
		return err
	}
	return docgen.Write(root, files)
}

const pagePath = "docs/accuracy.md"

// render makes the page, and README.md with what it quotes of it.
func render(root string, d *data) (map[string][]byte, error) {
	var page, quoted bytes.Buffer
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err := errors.Join(err, write(&page, d, pageText), write(&quoted, d, readmeText)); err != nil {
		return nil, err
	}
	readme, err = docgen.Between(readme, "accuracy", quoted.Bytes())
	return map[string][]byte{pagePath: page.Bytes(), "README.md": readme}, err
}
