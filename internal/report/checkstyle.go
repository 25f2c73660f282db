package report

import (
	"encoding/xml"
	"io"

	"github.com/timeoutlint/timeoutlint/rules"
)

type checkstyleReport struct {
	XMLName xml.Name          `xml:"checkstyle"`
	Version string            `xml:"version,attr"` // of the format
	Files   []*checkstyleFile `xml:"file"`
}

type checkstyleFile struct {
	Name   string            `xml:"name,attr"`
	Errors []checkstyleError `xml:"error"`
}

type checkstyleError struct {
	Line     int    `xml:"line,attr"`
	Column   int    `xml:"column,attr,omitempty"` // in bytes
	Severity string `xml:"severity,attr"`
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

// Checkstyle prints the XML that Checkstyle prints.
func Checkstyle(w io.Writer, r Report) error {
	out := checkstyleReport{Version: "5.0"}
	var file *checkstyleFile
	for _, f := range r.fit() {
		if file == nil || file.Name != f.File {
			file = &checkstyleFile{Name: f.File}
			out.Files = append(out.Files, file)
		}
		file.Errors = append(file.Errors, checkstyleError{f.Line, f.Column, checkstyleSeverity(f.Severity), told(f), "timeoutlint." + f.Rule})
	}
	return writeXML(w, out)
}

func checkstyleSeverity(s rules.Severity) string {
	if s == rules.Note {
		return "info"
	}
	return string(s)
}

// writeXML prints a document. What XML cannot hold, such as a control
// character, is a replacement character in it.
func writeXML(w io.Writer, doc any) error {
	text, err := xml.MarshalIndent(doc, "", "  ")
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, xml.Header+string(text)+"\n")
	return err
}
