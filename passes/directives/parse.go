package directives

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/timeoutlint/timeoutlint/rules"
)

// parse reads one comment; nil if it is no directive of a dialect known here,
// or one that has nothing to do with us.
func parse(text string, now time.Time) *Directive {
	if rest, ok := strings.CutPrefix(text, "//timeoutlint:"); ok {
		return parseOwn(text, rest, now)
	}
	if rest, ok := strings.CutPrefix(text, "//lint:ignore "); ok {
		return parseLint(text, rest, now)
	}
	if rest, ok := strings.CutPrefix(strings.TrimLeft(text, "/ "), "nolint"); ok && strings.HasPrefix(text, "//") {
		return parseNolint(text, rest, now)
	}
	return nil
}

func parseOwn(text, rest string, now time.Time) *Directive {
	word, rest, _ := strings.Cut(rest, " ")
	d := &Directive{Text: text}
	switch word {
	case "ignore":
		d.rulesAndReason("timeoutlint:ignore", rest, now)
	case "bounded":
		d.bounded = true
		for _, r := range rules.Built() {
			if r.Wait() {
				d.Rules = append(d.Rules, r.Name)
			}
		}
		if d.reason(rest, now); d.Reason == "" && d.Wrong == "" {
			d.Wrong = "timeoutlint:bounded needs a reason"
		}
	default:
		d.Wrong = "unknown directive timeoutlint:" + word + "; there are ignore and bounded"
	}
	return d
}

// parseLint reads staticcheck's dialect, where it names rules of ours.
func parseLint(text, rest string, now time.Time) *Directive {
	names, reason, _ := strings.Cut(strings.TrimSpace(rest), " ")
	ours, whole := ownNames(strings.Split(names, ","))
	if len(ours) == 0 && !whole {
		return nil
	}
	names = strings.Join(ours, ",")
	if whole {
		names = "all"
	}
	d := &Directive{Text: text}
	d.rulesAndReason("lint:ignore", names+" "+reason, now)
	return d
}

func (d *Directive) rulesAndReason(what, text string, now time.Time) {
	names, reason, _ := strings.Cut(strings.TrimSpace(text), " ")
	if names == "" {
		d.Wrong = what + " needs a rule and a reason"
		return
	}
	if names != "all" {
		d.Rules = strings.Split(names, ",")
	}
	if d.reason(reason, now); d.Reason == "" && d.Wrong == "" {
		d.Wrong = what + " needs a reason after the rule"
	}
}

// dated is a word that is meant as a date.
var dated = regexp.MustCompile(`^\d+[-/.]\d`)

// reason reads a reason with a last day before or behind it.
func (d *Directive) reason(text string, now time.Time) {
	words := strings.Fields(text)
	n := len(words)
	switch {
	case n > 0 && words[0] == "until":
		day := ""
		if n > 1 {
			day = words[1]
		}
		d.until(day, now)
		words = words[min(2, n):]
	case n > 1 && words[n-2] == "until" && dated.MatchString(words[n-1]):
		d.until(strings.TrimSuffix(words[n-1], "."), now)
		words = words[:n-2]
	}
	d.Reason = strings.Join(words, " ")
}

func (d *Directive) until(day string, now time.Time) {
	last, err := time.Parse(time.DateOnly, day) // the day ends everywhere at once, as that of UTC
	if err != nil {
		d.Wrong = strings.TrimSpace("until needs a date like 2027-01-31, not " + day)
		if day == "" {
			d.Wrong = "until needs a date like 2027-01-31"
		}
		return
	}
	d.Until = last.AddDate(0, 0, 1)
	if !now.Before(d.Until) {
		d.Wrong = "expired on " + day
	}
}

// parseNolint reads golangci-lint's dialect: it holds without a reason, too.
func parseNolint(text, rest string, now time.Time) *Directive {
	d := &Directive{Text: text, Mild: true}
	switch list, named := strings.CutPrefix(rest, ":"); {
	case rest == "" || rest[0] == ' ' || strings.HasPrefix(rest, ":all"):
		d.silent = true
		return d
	case !named:
		return nil
	default:
		list, why, _ := strings.Cut(list, "//")
		names := strings.Split(strings.ToLower(list), ",")
		for i := range names {
			names[i] = strings.TrimSpace(names[i])
		}
		ours, whole := ownNames(names)
		if whole {
			ours = nil
		} else if len(ours) == 0 {
			d.silent = true
			if slices.Contains(names, "all") {
				return d
			}
			return nil
		}
		d.Rules = ours
		if d.reason(why, now); d.Reason == "" && d.Wrong == "" {
			d.Remark = "nolint gives no reason: add it after //"
		}
		return d
	}
}

// ownNames is the rules of ours among the names; whole: the linter itself is
// one of them.
func ownNames(names []string) (ours []string, whole bool) {
	for _, name := range names {
		if _, ok := rules.Lookup(name); ok {
			ours = append(ours, name)
		}
		whole = whole || name == "timeoutlint"
	}
	return ours, whole
}
