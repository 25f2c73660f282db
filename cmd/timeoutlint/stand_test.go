package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestStand asks of a program that calls as a published experiment did what
// becomes of it: from the constants of its code comes what was measured, within
// 15 %, for each of the four settings.
func TestStand(t *testing.T) {
	t.Parallel()
	var stdout, stderr bytes.Buffer
	a := app{stdout: &stdout, stderr: &stderr, env: append(os.Environ(), "GOWORK=off")}
	code := a.run([]string{"budgets", "-C", filepath.Join("..", "..", "testdata", "stand"), "-slow=stand=250ms", "-assume=length=6s", "-json"})
	require.Zero(t, code, "%s", stderr.String())
	var out struct {
		WhatIf struct {
			Outcomes []struct {
				Entry, Verdict string
				Crowd          map[string]any
			}
		} `json:"what_if"`
	}
	require.NoError(t, json.Unmarshal(stdout.Bytes(), &out))
	type figures = map[string]float64
	measured := map[string]figures{
		"GET /a": {"ok": 513, "timeouts": 0, "max_jobs": 6},
		"GET /b": {"ok": 0, "calls": 690, "processed": 573, "max_jobs": 213, "jobs_left": 117},
		"GET /c": {"ok": 362, "failed": 53, "max_jobs": 91},
		"GET /d": {"ok": 519, "timeouts": 0, "max_jobs": 6},
	}
	verdicts := map[string]string{"GET /a": "holds", "GET /b": "waits for ever", "GET /c": "fails in time", "GET /d": "holds"}
	require.Len(t, out.WhatIf.Outcomes, 4)
	for _, o := range out.WhatIf.Outcomes {
		require.Equal(t, verdicts[o.Entry], o.Verdict, o.Entry)
		for what, want := range measured[o.Entry] {
			require.InDelta(t, want, o.Crowd[what], .15*want, "%s: %s", o.Entry, what)
		}
	}
}
