package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/rules"
)

// Threshold is the least severity of a finding that fails a run: a severity,
// or Never. The zero value is that of a warning.
type Threshold string

// Never lets every run pass in which everything could be analysed.
const Never Threshold = "none"

// thresholds lists the values, from few failures to many.
func thresholds() []string {
	return values(Never, Threshold(rules.Error), Threshold(rules.Warning), Threshold(rules.Note))
}

// ParseThreshold reads a threshold.
func ParseThreshold(text string) (Threshold, error) {
	if !slices.Contains(thresholds(), text) {
		return "", fmt.Errorf("unknown severity %q; there are %s", text, strings.Join(thresholds(), ", "))
	}
	return Threshold(text), nil
}

// Fails reports whether a finding of the severity fails a run.
func (t Threshold) Fails(s rules.Severity) bool {
	if t == "" {
		t = Threshold(rules.Warning)
	}
	return slices.Index(thresholds(), string(s)) <= slices.Index(thresholds(), string(t))
}
