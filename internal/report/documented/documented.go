// Package documented lists what a report prints and its page has to name: the
// keys of a JSON document, and the values of the constants of a type. It is for
// tests, and knows nothing of any report.
package documented

import (
	"encoding/json"
	"os"
	"regexp"
)

// Keys are the names of the fields of a JSON document, at every depth.
func Keys(document []byte) (map[string]bool, error) {
	var tree any
	if err := json.Unmarshal(document, &tree); err != nil {
		return nil, err
	}
	keys := map[string]bool{}
	var visit func(v any)
	visit = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for key, value := range v {
				keys[key] = true
				visit(value)
			}
		case []any:
			for _, item := range v {
				visit(item)
			}
		}
	}
	visit(tree)
	return keys, nil
}

// Values are the texts that a Go file gives to the constants of string types,
// whose names are the alternatives of a regular expression.
func Values(file, types string) ([]string, error) {
	source, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var values []string
	for _, m := range regexp.MustCompile(`(?m)^\t\w+ +(?:`+types+`) += "([^"]+)"`).FindAllStringSubmatch(string(source), -1) {
		values = append(values, m[1])
	}
	return values, nil
}
