package finding

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/scanner"
	"go/token"
	"strings"
)

// Key is what stays the same of a finding while the code around it is edited:
// the rule, the file, the function and the line, without its layout and its
// comments. Two findings of one rule on equal lines of one function share it.
type Key struct {
	Rule, File, Function, Line string
}

// Key returns the finding's key. It is as stable as File is: relative to a
// directory that does not depend on where the run was started.
func (f Finding) Key() Key {
	return Key{Rule: f.Rule, File: f.Place().File, Function: f.Function, Line: normal(f.Source)}
}

// Fingerprint names one finding by its key and by how many findings with the
// same key come before it, from 0. It is 32 hexadecimal digits.
func (k Key) Fingerprint(before int) string {
	hash := sha256.New()
	for _, part := range []string{k.Rule, k.File, k.Function, k.Line} {
		fmt.Fprintf(hash, "%d:%s,", len(part), part) // no two keys read alike
	}
	fmt.Fprintf(hash, "%d", before)
	return hex.EncodeToString(hash.Sum(nil)[:16])
}

// Fingerprints names every finding of a list, each by another name. The list
// must be in the order of Sorted.
func Fingerprints(list []Finding) []string {
	seen := map[Key]int{}
	out := make([]string, len(list))
	for i, f := range list {
		key := f.Key()
		out[i] = key.Fingerprint(seen[key])
		seen[key]++
	}
	return out
}

// normal is a source line as its tokens: it does not change when the line is
// indented, aligned or commented.
func normal(line string) string {
	var s scanner.Scanner
	files := token.NewFileSet()
	s.Init(files.AddFile("", -1, len(line)), []byte(line), func(token.Position, string) {}, 0)
	var parts []string
	for {
		_, tok, lit := s.Scan()
		switch {
		case tok == token.EOF:
			return strings.Join(parts, " ")
		case tok == token.SEMICOLON && lit == "\n": // the scanner's own
		case tok.IsLiteral(), tok == token.ILLEGAL:
			parts = append(parts, lit)
		default:
			parts = append(parts, tok.String())
		}
	}
}
