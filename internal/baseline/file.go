package baseline

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/timeoutlint/timeoutlint/internal/finding"
	"github.com/timeoutlint/timeoutlint/internal/regular"
	"github.com/timeoutlint/timeoutlint/passes/shown"
)

const (
	header  = "# timeoutlint baseline 1"
	explain = "# Findings that were here before: file, function, rule, how many, the line. Tabs stand between them."
)

// Read reads a baseline; name is how messages call it. What is wrong with it is
// one line that starts with the place.
func Read(file, name string) ([]Entry, error) {
	text, err := regular.Read(file, regular.Data)
	if os.IsNotExist(err) {
		return nil, fmt.Errorf("there is no baseline %s; timeoutlint baseline write makes one", name)
	} else if err != nil {
		return nil, err
	}
	return parse(text, name)
}

// Format is the text of a baseline.
func Format(entries []Entry) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "%s\n%s\n", header, explain)
	for _, e := range Sorted(entries) {
		fmt.Fprintf(&out, "%s\t%s\t%s\t%d\t%s\n", escape(e.File), escape(e.Function), escape(e.Rule), e.Count, escape(e.Line))
	}
	return out.Bytes()
}

// escape makes a text fit for a field: a reviewer reads it, too.
func escape(text string) string { return shown.Text(strings.ReplaceAll(text, `\`, `\\`)) }

func parse(text []byte, name string) ([]Entry, error) {
	lines := strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")
	if lines[0] != header {
		return nil, fmt.Errorf("%s:1: this is no baseline of this timeoutlint: it does not begin with %q", name, header)
	}
	if lines[len(lines)-1] != "" {
		return nil, fmt.Errorf("%s:%d: the file ends in the middle of a line", name, len(lines))
	}
	var out []Entry
	for i, line := range lines[:len(lines)-1] {
		if line == "" || line[0] == '#' {
			continue
		}
		e, err := entry(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, i+1, err)
		}
		e.At = i + 1
		out = append(out, e)
	}
	return out, nil
}

func entry(line string) (Entry, error) {
	for _, mark := range []string{"<<<<<<<", "=======", ">>>>>>>", "|||||||"} {
		if strings.HasPrefix(line, mark) {
			return Entry{}, fmt.Errorf("a merge conflict: keep the lines of both sides")
		}
	}
	fields := strings.Split(line, "\t")
	if len(fields) != 5 {
		return Entry{}, fmt.Errorf("%d fields, not 5: file, function, rule, how many, the line, with tabs between them", len(fields))
	}
	for i, f := range fields {
		var err error
		if fields[i], err = unescape(f); err != nil {
			return Entry{}, err
		}
	}
	count, err := strconv.Atoi(fields[3])
	if err != nil || count < 1 || count > most || fields[3] != strconv.Itoa(count) {
		return Entry{}, fmt.Errorf("%q is no number of findings", fields[3])
	}
	if fields[0] == "" || fields[2] == "" {
		return Entry{}, fmt.Errorf("the file or the rule is missing")
	}
	return Entry{Key: finding.Key{File: fields[0], Function: fields[1], Rule: fields[2], Line: fields[4]}, Count: count}, nil
}

func unescape(text string) (string, error) {
	if !strings.ContainsAny(text, "\\\r") {
		return text, nil
	}
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			out.WriteByte(text[i])
			continue
		}
		if i++; i == len(text) {
			return "", fmt.Errorf("a backslash at the end of %q", text)
		}
		c, ok := map[byte]byte{'\\': '\\', 't': '\t', 'n': '\n', 'r': '\r'}[text[i]]
		if ok {
			out.WriteByte(c)
			continue
		}
		digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[text[i]]
		if digits == 0 || i+digits >= len(text) {
			return "", fmt.Errorf(`\%c stands for nothing`, text[i])
		}
		code, err := strconv.ParseUint(text[i+1:i+1+digits], 16, 32)
		switch {
		case err != nil:
			return "", fmt.Errorf(`\%s stands for nothing`, text[i:i+1+digits])
		case digits == 2:
			out.WriteByte(byte(code))
		default:
			out.WriteRune(rune(code))
		}
		i += digits
	}
	return out.String(), nil
}
