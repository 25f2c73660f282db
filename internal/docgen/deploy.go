package docgen

import (
	"strings"

	"github.com/timeoutlint/timeoutlint/internal/deploy"
)

// deployRow is a row of the table of keys.
type deployRow struct{ Format, Key, Bounds, Unit, Default, Zero, Who, Repeats string }

// Deploy is the page of the files beside the code.
func Deploy() ([]byte, error) {
	var rows []deployRow
	format := ""
	for _, r := range deploy.Table() {
		row := deployRow{Key: strings.ReplaceAll(r.Key, "|", `\|`), Bounds: string(r.Bounds), Unit: string(r.Unit), Default: r.Default, Zero: string(r.Zero), Who: r.Who, Repeats: r.Repeats}
		if r.Format != format {
			row.Format, format = r.Format, r.Format
		}
		switch {
		case row.Default == "":
			row.Default = "none"
		case r.Cuts:
			row.Default = "**" + row.Default + "**"
		}
		rows = append(rows, row)
	}
	return execute("deploy.md.tmpl", struct {
		Rows        []deployRow
		Bytes       int
		Files       int
		Quiet, Skip []string
	}{rows, deploy.MostBytes >> 20, deploy.MostFiles, deploy.Trials(), deploy.Passed()})
}
