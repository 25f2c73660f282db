package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/shown"
	"github.com/timeoutlint/timeoutlint/rules"
)

// githubLimit is how many annotations of one level GitHub shows for one step of
// a job. The rest is only in the log.
const githubLimit = 10

// GitHub prints workflow commands, which GitHub Actions turns into annotations.
// Columns are UTF-16 code units, as in its editor.
func GitHub(w io.Writer, r Report) error {
	r = r.fromRoot()
	out := bufio.NewWriter(w)
	src := sources{report: r}
	levels := map[string]int{}
	for _, f := range r.Findings {
		level := githubLevel(f.Severity)
		levels[level]++
		fmt.Fprintf(out, "::%s file=%s,line=%d", level, githubProperty(shown.Text(f.File)), f.Line)
		column, endLine, endColumn := src.span(f)
		switch {
		case endLine > f.Line: // GitHub takes columns within one line only
			fmt.Fprintf(out, ",endLine=%d", endLine)
		case endLine > 0:
			fmt.Fprintf(out, ",endLine=%d,col=%d,endColumn=%d", endLine, column, endColumn)
		case column > 0:
			fmt.Fprintf(out, ",col=%d", column)
		}
		fmt.Fprintf(out, ",title=%s::%s\n", githubProperty("timeoutlint: "+f.Rule), githubText(shown.Text(f.Rule+": "+told(f))))
	}
	for _, level := range []string{"error", "warning", "notice"} {
		if n := levels[level]; n > githubLimit {
			fmt.Fprintf(out, "timeoutlint: %d %ss; GitHub annotates the first %d of a step, the others are in this log only\n", n, level, githubLimit)
		}
	}
	return out.Flush()
}

func githubLevel(s rules.Severity) string {
	switch s {
	case rules.Error:
		return "error"
	case rules.Note:
		return "notice"
	}
	return "warning"
}

// githubText escapes what comes after the second pair of colons.
func githubText(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(text)
}

// githubProperty escapes the value of a property.
func githubProperty(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(text)
}
