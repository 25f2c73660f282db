package deadline

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/report/hostile"
	"github.com/timeoutlint/timeoutlint/internal/trust"
)

// TestTrustBudgetsText: whatever the names of entries, dependencies, functions and
// files are, and whatever a profile or a summary says, no form of the tree passes
// it on to a terminal or a CI system, or lets it leave its place.
func TestTrustBudgetsText(t *testing.T) {
	t.Parallel()
	printers := map[string]func(Report, io.Writer) error{
		"text":      func(r Report, w io.Writer) error { return r.Text(w, 100, false) },
		"narrow":    func(r Report, w io.Writer) error { return r.Text(w, 20, false) },
		"dot":       Report.DOT,
		"mermaid":   Report.Mermaid,
		"checklist": Report.Checklist,
		"html":      Report.Page,
		"timeouts":  func(r Report, w io.Writer) error { return r.Inventory.Table(w) },
	}
	whole := asked(t)
	shape := func(print func(Report, io.Writer) error, text string) string {
		var out bytes.Buffer
		require.NoError(t, print(hostile.Fill(whole, text), &out))
		return out.String()
	}
	for name, print := range printers {
		plain := bytes.Count([]byte(shape(print, "name")), []byte("\n"))
		for _, text := range hostile.Texts() {
			out := shape(print, text)
			for _, line := range hostile.Lines(out) {
				t.Errorf("as %s: %q of %q", name, line, text)
			}
			if name == "dot" || name == "mermaid" || name == "checklist" || name == "timeouts" {
				require.Equal(t, plain, bytes.Count([]byte(out), []byte("\n")), "as %s: %q makes lines", name, text)
			}
			if name == "html" {
				require.NotContains(t, out, "<script>alert(1)", "%q", text)
				require.NotContains(t, out, "<img", "%q", text)
			}
		}
	}
	trust.Hold(t, trust.Row{
		Part:   trust.Prints,
		Tried:  "the same texts in the place of every name in a deadline tree, with its timeouts, its profile and a question answered",
		Inputs: fmt.Sprintf("%d texts in %d forms of output", len(hostile.Texts()), len(printers)),
		Result: "none starts a line, moves a cursor, turns the direction, makes a line of its own or becomes markup",
	})
}
