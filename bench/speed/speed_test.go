package main

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/house"
)

// TestPageIsFresh holds the page, its picture and what README.md quotes to the table. Run: go run ./bench/speed
func TestPageIsFresh(t *testing.T) {
	root, err := house.Root(".")
	require.NoError(t, err)
	readme, err := os.ReadFile(filepath.Join(root, readmePath))
	require.NoError(t, err)
	files, err := render(measured, readme)
	require.NoError(t, err)
	for name, want := range files {
		old, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		require.Equal(t, string(want), string(old), "run: go run ./bench/speed")
	}
}

const head = "project\tcommit\tpackages\tlines\tscenario\ttool\tversion\twall\tcpu\twall_ratio\tcpu_ratio\tpeak_mb\trounds\n"

func TestRender(t *testing.T) {
	files, err := render(head+
		"o/large\tabc\t100\t20000\tcold\ttimeoutlint\t-\t2.5\t4\t1\t1\t180\t3\n"+
		"o/large\tabc\t100\t20000\tcold\tstaticcheck\tv1.2.3\t20\t40\t0.25\t0.1\t900\t3\n"+
		"o/small\tdef\t3\t900\tcold\ttimeoutlint\t-\t0.41\t0.5\t1\t1\t60\t5\n"+
		"o/large\tabc\t100\t20000\tbody\tgolangci-lint\tv2\t5\t9\t0.031\t0.02\t700\t3\n"+
		"o/large\tabc\t100\t20000\tbody\tstaticcheck\tv1.2.3\t5\t9\t0.042\t0.02\t700\t3\n", []byte("# it\n<!-- speed -->\nold\n<!-- /speed -->\n"))
	require.NoError(t, err)
	page, picture := string(files[pagePath]), string(files[picturePath])
	require.Contains(t, string(files[readmePath]), "# it\n<!-- speed -->\nOn o/large (100 packages, 20 000 lines) a first run takes 0 of the time of\ngolangci-lint")
	require.Contains(t, string(files[readmePath]), "0.25 of that of staticcheck, one after an edit 0.031 and 0.042, in at most 180 MB")
	require.Contains(t, page, "medians of 3 to 5\nrounds")
	require.Contains(t, page, "Versions: staticcheck v1.2.3, golangci-lint v2.")
	require.Contains(t, page, "| [o/small](https://github.com/o/small/tree/def) | 3 | 900 | 0.41 s | 0.50 s | 60 |  |  |\n| [o/large]", "small ones first")
	require.Contains(t, page, "| | o/large |\n|---|--:|\n| staticcheck | 0.25 (0.10) |\n", "only what others were run on")
	require.NotContains(t, page, "Nothing changed\n\n|", "a scenario that was not measured has no table")

	require.Equal(t, 3, strings.Count(picture, `r="3"><title>`)/4, "a dot a measurement in each of four diagrams")
	require.Contains(t, picture, "<title>staticcheck on o/large: 20000 lines, 40 s</title>")
	// 20 000 lines lie between the lines of 100 and of 100 000: 340 × (4.301 − 2) / 3.
	require.Contains(t, picture, `cx="260.8"`)
	for d := xml.NewDecoder(strings.NewReader(picture)); ; {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
	}
}

func TestRenderRefuses(t *testing.T) {
	for table, want := range map[string]string{
		head: "no row",
		head + "o/p\tabc\tmany\t1\tcold\ttimeoutlint\t-\t1\t1\t1\t1\t1\t1\n": "packages of o/p, cold, timeoutlint",
		"project\tcommit\n": "no column",
	} {
		_, err := render(table, nil)
		require.ErrorContains(t, err, want)
	}
}

func TestShort(t *testing.T) {
	for n, want := range map[float64]string{0: "0", 0.0151: "0.015", 0.98: "0.98", 1.94: "1.9", 17.3: "17", 132: "132", 0.00004: "0.0000"} {
		require.Equal(t, want, short(n))
	}
}
