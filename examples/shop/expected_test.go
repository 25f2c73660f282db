package shop_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "put the rows of expected.tsv on the lines where their tokens are now, and write EXPECTED.md")

const (
	tsvFile = "expected.tsv"
	mdFile  = "EXPECTED.md"
	header  = "kind\tfile\tline\trule\tstatus\ttoken\tnote"
)

type row struct {
	kind, file   string
	line         int
	rule, status string
	token, note  string
}

func (r row) String() string {
	return strings.Join([]string{r.kind, r.file, strconv.Itoa(r.line), r.rule, r.status, r.token, r.note}, "\t")
}

// TestExpected keeps expected.tsv and EXPECTED.md true: each row names a line that is there
// and holds the row's token, which is nowhere else in the file.
func TestExpected(t *testing.T) {
	rows := read(t)
	if *update {
		for i := range rows {
			if at := find(t, rows[i]); len(at) == 1 {
				rows[i].line = at[0]
			}
		}
		write(t, rows)
	}
	seen := map[string]bool{}
	kinds := map[string]int{}
	for _, r := range rows {
		where := fmt.Sprintf("%s:%d: %s", r.file, r.line, r.rule)
		if at := find(t, r); !slices.Equal(at, []int{r.line}) {
			t.Errorf("%s: the token %q is on the lines %v; run go test . -run TestExpected -update", where, r.token, at)
		}
		if seen[where] {
			t.Errorf("%s: twice", where)
		}
		seen[where] = true
		kinds[r.kind]++
		switch {
		case r.kind == "fault" && (r.status == "planned" || r.status == "on"):
		case r.kind == "ok" && r.status == "on":
		default:
			t.Errorf("%s: kind %q, status %q", where, r.kind, r.status)
		}
	}
	if kinds["fault"] > kinds["ok"] {
		t.Errorf("%d faults, but only %d near misses", kinds["fault"], kinds["ok"])
	}
	got, err := os.ReadFile(mdFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, markdown(rows)) {
		t.Errorf("%s is not what %s says; run go test . -run TestExpected -update", mdFile, tsvFile)
	}
}

func read(t *testing.T) []row {
	t.Helper()
	b, err := os.ReadFile(tsvFile)
	if err != nil {
		t.Fatal(err)
	}
	first, rest, _ := strings.Cut(strings.TrimSuffix(string(b), "\n"), "\n")
	if first != header {
		t.Fatalf("%s begins with %q, want %q", tsvFile, first, header)
	}
	var rows []row
	for i, l := range strings.Split(rest, "\n") {
		f := strings.Split(l, "\t")
		if len(f) != 7 {
			t.Fatalf("%s:%d: %d columns, want 7", tsvFile, i+2, len(f))
		}
		line, err := strconv.Atoi(f[2])
		if err != nil {
			t.Fatalf("%s:%d: %v", tsvFile, i+2, err)
		}
		for _, v := range f {
			if v == "" || strings.TrimSpace(v) != v {
				t.Fatalf("%s:%d: an empty column, or one with space around it", tsvFile, i+2)
			}
		}
		rows = append(rows, row{f[0], f[1], line, f[3], f[4], f[5], f[6]})
	}
	return rows
}

// find returns the numbers of the lines of a row's file that hold its token.
func find(t *testing.T, r row) []int {
	t.Helper()
	b, err := os.ReadFile(r.file)
	if err != nil {
		t.Fatal(err)
	}
	var at []int
	for i, l := range strings.Split(string(b), "\n") {
		if strings.Contains(l, r.token) {
			at = append(at, i+1)
		}
	}
	return at
}

func write(t *testing.T, rows []row) {
	t.Helper()
	var b bytes.Buffer
	fmt.Fprintln(&b, header)
	for _, r := range rows {
		fmt.Fprintln(&b, r)
	}
	for name, data := range map[string][]byte{tsvFile: b.Bytes(), mdFile: markdown(rows)} {
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func markdown(rows []row) []byte {
	var b bytes.Buffer
	n := map[string]int{}
	for _, r := range rows {
		n[r.kind]++
	}
	fmt.Fprintf(&b, `# What timeoutlint finds in the shop

This page is written by `+"`go test . -run TestExpected -update`"+` from `+"`expected.tsv`"+`. Add a row there with any line
number; the test finds the line by the token.

A fault is on the line that a reviewer would edit, and one line has one finding: where two rules could speak of the
same wait, the row names the one that says more. A fault is `+"`planned`"+` until its rule is there, and `+"`on`"+` from then.
A near miss looks like a fault and is none: its rule says nothing on that line. No rule
that is on by default finds anything else in the shop.

## %d faults

| where | rule | status | why |
|---|---|---|---|
`, n["fault"])
	for _, r := range rows {
		if r.kind == "fault" {
			fmt.Fprintf(&b, "| %s:%d | `%s` | %s | %s |\n", r.file, r.line, r.rule, r.status, cell(r.note))
		}
	}
	fmt.Fprintf(&b, "\n## %d near misses\n\n| where | rule | why it is silent |\n|---|---|---|\n", n["ok"])
	for _, r := range rows {
		if r.kind == "ok" {
			fmt.Fprintf(&b, "| %s:%d | `%s` | %s |\n", r.file, r.line, r.rule, cell(r.note))
		}
	}
	return b.Bytes()
}

func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

// TestReadme keeps the numbers in README.md true.
func TestReadme(t *testing.T) {
	n := map[string]int{}
	for _, r := range read(t) {
		n[r.kind]++
	}
	b, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{fmt.Sprintf("%d faults", n["fault"]), fmt.Sprintf("%d places", n["ok"])} {
		if !bytes.Contains(b, []byte(want)) {
			t.Errorf("README.md does not say %q", want)
		}
	}
}
