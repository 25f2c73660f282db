package uses

import (
	"go/scanner"
	"go/token"
)

// Names adds the names that a Go file mentions. It is for files that do not
// type-check: what they name they may run. The file need not even parse.
func Names(src []byte, into map[string]bool) {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(src)), src, func(token.Position, string) {}, 0)
	for {
		switch _, tok, lit := s.Scan(); tok {
		case token.EOF:
			return
		case token.IDENT:
			into[lit] = true
		}
	}
}
