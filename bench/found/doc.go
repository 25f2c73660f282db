// Package found holds the tests behind docs/found.md: calls of released
// projects, or the same calls of the library below them, against a loopback
// server that never answers, a full table of descriptors or a body that is
// read once.
//
// It knows one place of each project and nothing of the analyzer; the table
// of the findings is internal/corpus/found.tsv.
package found
