package config

import (
	"fmt"
	"strings"
)

// oneOf continues a message about an unknown word: with the nearest known one,
// or with all of them where none is near and they are few.
func oneOf(word string, known []string) string {
	if near := Nearest(word, known); near != "" {
		return fmt.Sprintf("; did you mean %s?", near)
	}
	if len(known) <= 14 {
		return "; there are " + strings.Join(known, ", ")
	}
	return ""
}

// Nearest is the known word that is a likely misspelling's meaning, or empty.
func Nearest(word string, known []string) string {
	best, distance := "", max(2, len(word)/3)+1
	for _, k := range known {
		if d := levenshtein(strings.ToLower(word), strings.ToLower(k)); d < distance {
			best, distance = k, d
		}
	}
	return best
}

// levenshtein counts the letters to insert, remove or replace.
func levenshtein(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
