package main

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/term"

	"github.com/timeoutlint/timeoutlint/internal/regular"
)

// printed is standard output, and why it did not take all that was written.
type printed struct {
	to  io.Writer
	err error // the first one
}

func (p *printed) Write(text []byte) (int, error) {
	n, err := p.to.Write(text)
	if err == nil {
		return n, nil
	}
	err = fmt.Errorf("standard output: %w", regular.Reason(err)) // the name is /dev/stdout, whatever that leads to
	if p.err == nil {
		p.err = err
	}
	return n, err
}

// fileOf is the file that is written to; nil where it is none.
func fileOf(w io.Writer) *os.File {
	if p, ok := w.(*printed); ok {
		w = p.to
	}
	file, _ := w.(*os.File)
	return file
}

func isTerminal(w io.Writer) bool {
	file := fileOf(w)
	return file != nil && term.IsTerminal(int(file.Fd()))
}

// terminalWidth is how many columns a terminal has; 0 if it does not say.
func terminalWidth(w io.Writer) int {
	file := fileOf(w)
	if file == nil {
		return 0
	}
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil {
		return 0
	}
	return width
}
