package report

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Format is a way to print a report to a file or a pipe.
type Format string

// The formats; docs/output.md describes them.
const (
	TextFormat       Format = "text"
	JSONFormat       Format = "json"
	SARIFFormat      Format = "sarif"
	GitHubFormat     Format = "github"
	GitLabFormat     Format = "gitlab"
	CheckstyleFormat Format = "checkstyle"
	JUnitFormat      Format = "junit"
)

// Formats lists the formats in the order of the documentation.
func Formats() []Format {
	return []Format{TextFormat, JSONFormat, SARIFFormat, GitHubFormat, GitLabFormat, CheckstyleFormat, JUnitFormat}
}

// ParseFormat finds a format by its name.
func ParseFormat(name string) (Format, error) {
	if slices.Contains(Formats(), Format(name)) {
		return Format(name), nil
	}
	return "", fmt.Errorf("unknown format %q; there are %s", name, FormatNames())
}

// FormatNames lists the formats for a person.
func FormatNames() string {
	var list []string
	for _, f := range Formats() {
		list = append(list, string(f))
	}
	return strings.Join(list, ", ")
}

// Print prints the report.
func (f Format) Print(w io.Writer, r Report) error {
	switch f {
	case TextFormat:
		return Lines(w, r)
	case JSONFormat:
		return JSON(w, r)
	case SARIFFormat:
		return SARIF(w, r)
	case GitHubFormat:
		return GitHub(w, r)
	case GitLabFormat:
		return GitLab(w, r)
	case CheckstyleFormat:
		return Checkstyle(w, r)
	case JUnitFormat:
		return JUnit(w, r)
	}
	return fmt.Errorf("unknown format %q", string(f))
}

// Bytes is what Print prints.
func (f Format) Bytes(r Report) ([]byte, error) {
	var out bytes.Buffer
	err := f.Print(&out, r)
	return out.Bytes(), err
}
