package directives

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/rules"
)

func TestParse(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	day := func(text string) time.Time {
		at, err := time.Parse(time.DateOnly, text)
		require.NoError(t, err)
		return at
	}
	for text, want := range map[string]*Directive{
		// No directives.
		"// a comment":                          nil,
		"/*timeoutlint:ignore bareclient x*/":   nil,
		"// timeoutlint:ignore bareclient why":  nil,
		"//nolinting":                           nil,
		"//nolint:errcheck // why":              nil,
		"/* nolint */":                          nil,
		"//lint:ignore SA1004 why":              nil,
		"//lint:file-ignore bareclient why":     nil,
		"// see //nolint:timeoutlint // why":    nil,
		"//nolint:timeoutlints,barely // why":   nil,
		"//lint:ignore timeoutlints the reason": nil,

		// Our own.
		"//timeoutlint:ignore bareclient why it is right": {Rules: []string{"bareclient"}, Reason: "why it is right"},
		"//timeoutlint:ignore  bareclient,baredial  why":  {Rules: []string{"bareclient", "baredial"}, Reason: "why"},
		"//timeoutlint:ignore all why":                    {Reason: "why"},
		"//timeoutlint:ignore barecleint why":             {Rules: []string{"barecleint"}, Reason: "why"},
		"//timeoutlint:ignore":                            {Wrong: "timeoutlint:ignore needs a rule and a reason"},
		"//timeoutlint:ignore bareclient":                 {Rules: []string{"bareclient"}, Wrong: "timeoutlint:ignore needs a reason after the rule"},
		"//timeoutlint:ignore all":                        {Wrong: "timeoutlint:ignore needs a reason after the rule"},
		"//timeoutlint:ingore bareclient why":             {Wrong: "unknown directive timeoutlint:ingore; there are ignore and bounded"},
		"//timeoutlint:":                                  {Wrong: "unknown directive timeoutlint:; there are ignore and bounded"},

		// Days.
		"//timeoutlint:ignore bareclient until 2027-01-31 why": {Rules: []string{"bareclient"}, Reason: "why", Until: day("2027-02-01")},
		"//timeoutlint:ignore bareclient why until 2027-01-31": {Rules: []string{"bareclient"}, Reason: "why", Until: day("2027-02-01")},
		"//timeoutlint:ignore bareclient why until 2026-11-30": {Rules: []string{"bareclient"}, Reason: "why", Until: day("2026-12-01")},
		"//timeoutlint:ignore bareclient why until 2026-11-29": {Rules: []string{"bareclient"}, Reason: "why", Until: day("2026-11-30"), Wrong: "expired on 2026-11-29"},
		"//timeoutlint:ignore bareclient until 2027-01-31":     {Rules: []string{"bareclient"}, Until: day("2027-02-01"), Wrong: "timeoutlint:ignore needs a reason after the rule"},
		"//timeoutlint:ignore bareclient until 31.1.2027 why":  {Rules: []string{"bareclient"}, Reason: "why", Wrong: "until needs a date like 2027-01-31, not 31.1.2027"},
		"//timeoutlint:ignore bareclient why until 2027-31-01": {Rules: []string{"bareclient"}, Reason: "why", Wrong: "until needs a date like 2027-01-31, not 2027-31-01"},
		"//timeoutlint:ignore bareclient until":                {Rules: []string{"bareclient"}, Wrong: "until needs a date like 2027-01-31"},
		"//timeoutlint:ignore bareclient blocks until done":    {Rules: []string{"bareclient"}, Reason: "blocks until done"},

		// golangci-lint's.
		"//nolint":                                            {Mild: true, silent: true},
		"//nolint // why":                                     {Mild: true, silent: true},
		"//nolint:all":                                        {Mild: true, silent: true},
		"//nolint:errcheck, all // why":                       {Mild: true, silent: true},
		"//nolint:timeoutlint // why":                         {Mild: true, Reason: "why"},
		"// nolint:timeoutlint // why":                        {Mild: true, Reason: "why"},
		"//nolint:errcheck, TimeoutLint // why":               {Mild: true, Reason: "why"},
		"//nolint:bareclient,errcheck // why":                 {Mild: true, Rules: []string{"bareclient"}, Reason: "why"},
		"//nolint:bareclient,timeoutlint // why":              {Mild: true, Reason: "why"},
		"//nolint:timeoutlint":                                {Mild: true, Remark: "nolint gives no reason: add it after //"},
		"//nolint:timeoutlint // until 2026-01-31 the reason": {Mild: true, Reason: "the reason", Until: day("2026-02-01"), Wrong: "expired on 2026-01-31"},

		// staticcheck's.
		"//lint:ignore bareclient why":                  {Rules: []string{"bareclient"}, Reason: "why"},
		"//lint:ignore SA1004,bareclient why":           {Rules: []string{"bareclient"}, Reason: "why"},
		"//lint:ignore timeoutlint why":                 {Reason: "why"},
		"//lint:ignore bareclient":                      {Rules: []string{"bareclient"}, Wrong: "lint:ignore needs a reason after the rule"},
		"//lint:ignore bareclient until 2001-01-31 why": {Rules: []string{"bareclient"}, Reason: "why", Until: day("2001-02-01"), Wrong: "expired on 2001-01-31"},
	} {
		got := parse(text, now)
		if want != nil {
			want.Text = text
		}
		require.Equal(t, want, got, text)
	}
}

func TestParseBounded(t *testing.T) {
	t.Parallel()
	d := parse("//timeoutlint:bounded the pool closes it", time.Now())
	require.Equal(t, "the pool closes it", d.Reason)
	require.Empty(t, d.Wrong)
	require.True(t, slices.Contains(d.Rules, "bareclient") && slices.Contains(d.Rules, "unboundedctx"))
	for _, name := range d.Rules {
		r, ok := rules.Lookup(name)
		require.True(t, ok && r.Wait(), name)
	}
	require.Equal(t, "timeoutlint:bounded needs a reason", parse("//timeoutlint:bounded", time.Now()).Wrong)
	require.Equal(t, "expired on 2001-01-31", parse("//timeoutlint:bounded so far until 2001-01-31", time.Now()).Wrong)
}
