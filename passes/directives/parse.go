package directives

import (
	"strings"
	"time"
)

// parse reads one comment; nil if it is no directive of a dialect known here.
func parse(text string) *Directive {
	if rest, ok := strings.CutPrefix(text, "//timeoutlint:ignore"); ok {
		return parseIgnore(text, rest)
	}
	if rest, ok := strings.CutPrefix(text, "//lint:ignore "); ok {
		d := parseIgnore(text, " "+rest)
		d.foreign = true
		return d
	}
	if rest, ok := strings.CutPrefix(text, "//timeoutlint:"); ok {
		word, reason, _ := strings.Cut(rest, " ")
		switch {
		case word != "bounded":
			return &Directive{Text: text, Wrong: "unknown directive timeoutlint:" + word + "; there are ignore and bounded"}
		case strings.TrimSpace(reason) == "":
			return &Directive{Text: text, Wrong: "timeoutlint:bounded needs a reason"}
		}
		return nil
	}
	if rest, ok := strings.CutPrefix(text, "//nolint"); ok {
		return parseNolint(text, rest)
	}
	return nil
}

func parseIgnore(text, rest string) *Directive {
	d := &Directive{Text: text}
	fields := strings.Fields(rest)
	if !strings.HasPrefix(rest, " ") || len(fields) == 0 {
		d.Wrong = "timeoutlint:ignore needs a rule and a reason"
		return d
	}
	if fields[0] != "all" {
		d.Rules = strings.Split(fields[0], ",")
	}
	fields = fields[1:]
	if len(fields) > 1 && fields[0] == "until" {
		until, err := time.Parse(time.DateOnly, fields[1])
		if err != nil {
			d.Wrong = "until needs a date like 2027-01-31, not " + fields[1]
			return d
		}
		d.Until = until.AddDate(0, 0, 1)
		fields = fields[2:]
		if !time.Now().Before(d.Until) {
			d.Wrong = "expired on " + until.Format(time.DateOnly)
		}
	}
	d.Reason = strings.Join(fields, " ")
	if d.Reason == "" && d.Wrong == "" {
		d.Wrong = "timeoutlint:ignore needs a reason after the rule"
	}
	return d
}

// parseNolint reads golangci-lint's dialect, which is that tool's to judge:
// without a reason it still suppresses.
func parseNolint(text, rest string) *Directive {
	d := &Directive{Text: text, foreign: true}
	if rest == "" || rest[0] == ' ' {
		return d
	}
	list, ok := strings.CutPrefix(rest, ":")
	if !ok {
		return nil
	}
	list, d.Reason, _ = strings.Cut(list, "//")
	for _, name := range strings.Split(list, ",") {
		if name = strings.TrimSpace(name); name == "timeoutlint" || name == "all" {
			return d
		}
	}
	return nil
}
