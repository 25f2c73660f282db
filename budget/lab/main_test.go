package main

import (
	"bytes"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFakeRunPrintsAndDraws(t *testing.T) {
	drawing := filepath.Join(t.TempDir(), "lab.svg")
	var out bytes.Buffer
	if err := run([]string{"-clock", "fake", "-variants", "ab", "-svg", drawing}, &out, io.Discard, func(body func(*testing.T)) { body(t) }); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	if len(lines) < 9 {
		t.Fatalf("a table of %d lines:\n%s", len(lines), out.String())
	}
	for i, want := range []string{"calls", "A", "published", "B", "published", "", "A  1 s timeout", "B  50 ms timeout"} {
		if got := strings.TrimSpace(lines[i]); !strings.HasPrefix(got, want) {
			t.Errorf("line %d = %q, want it to begin with %q", i+1, got, want)
		}
	}
	if fields := strings.Fields(lines[4]); strings.Join(fields, " ") != "published 690 0 573 213 117" {
		t.Errorf("published figures of B = %v", fields)
	}

	f, err := os.Open(drawing)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	groups, paths := 0, 0
	for d := xml.NewDecoder(f); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("the drawing is not well formed: %v", err)
		}
		if e, ok := token.(xml.StartElement); ok {
			switch e.Name.Local {
			case "g":
				groups++
			case "path":
				paths++
			}
		}
	}
	if groups != 2 || paths != 4 {
		t.Errorf("%d panels with %d paths, want 2 with 4", groups, paths)
	}
}

func TestBadArguments(t *testing.T) {
	for _, args := range [][]string{
		{"-clock", "sundial"}, {"-loop", "knot"}, {"-variants", "AZ"}, {"surplus"}, {"-nosuchflag"},
	} {
		if err := run(args, io.Discard, io.Discard, nil); err == nil {
			t.Errorf("%v: no error", args)
		}
	}
}
