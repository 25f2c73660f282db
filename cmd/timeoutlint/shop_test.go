package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/analyzers"
)

// TestShop runs the command on examples/shop with every rule: each planted
// fault whose rule is there is found once, on its line, and nothing else is
// found, so that every near miss is silent.
func TestShop(t *testing.T) {
	t.Parallel()
	shop := filepath.Join("..", "..", "examples", "shop")
	var stdout, stderr bytes.Buffer
	a := app{analyzers: analyzers.All(), stdout: &stdout, stderr: &stderr, env: os.Environ()}
	code := a.run([]string{"-C", shop, "-json", "-enable", "all", "./..."})
	require.Equal(t, 3, code, "%s", stderr.String())

	var out struct {
		Findings []struct {
			File string
			Line int
			Rule string
		}
	}
	require.NoError(t, json.Unmarshal(stdout.Bytes(), &out))
	found := map[string]int{}
	for _, f := range out.Findings {
		found[fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Rule)]++
	}
	for _, r := range expected(t, shop) {
		place := fmt.Sprintf("%s:%s: %s", r["file"], r["line"], r["rule"])
		switch n := found[place]; {
		case r["kind"] == "fault" && r["status"] == "on" && n != 1:
			t.Errorf("%s: found %d times, want once", place, n)
		case r["kind"] == "fault" && r["status"] == "planned" && n > 0:
			t.Errorf("%s: is found now, switch it on in expected.tsv", place)
		case r["kind"] == "fault":
			delete(found, place)
		}
	}
	for place := range found {
		t.Errorf("%s: found and not expected", place)
	}
}

// expected reads the table of planted faults and near misses.
func expected(t *testing.T, shop string) []map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(shop, "expected.tsv"))
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	header := strings.Split(lines[0], "\t")
	var out []map[string]string
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, cell := range strings.Split(line, "\t") {
			row[header[i]] = cell
		}
		out = append(out, row)
	}
	return out
}
