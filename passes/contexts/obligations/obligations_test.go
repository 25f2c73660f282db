package obligations

import (
	"bytes"
	"encoding/gob"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"
)

func TestFacts(t *testing.T) {
	root, err := filepath.Abs("../../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, root, Analyzer, "contexts/owes")
}

// TestLongest: the longest fact that can be is still small.
func TestLongest(t *testing.T) {
	d := Duty{Param: 1, Sink: "sql.DB.QueryContext"}
	for range longest {
		d.Via = append(d.Via, Hop{Func: "store.Store.SomethingWithALongName", At: "something_long.go:1234"})
	}
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(&Obliges{Duties: []Duty{d}}); err != nil {
		t.Fatal(err)
	}
	if buf.Len() > 700 {
		t.Errorf("the longest fact has %d bytes", buf.Len())
	}
	var out Obliges
	if err := gob.NewDecoder(&buf).Decode(&out); err != nil || Way(out.Duties[0].Via) != Way(d.Via) {
		t.Errorf("%+v, %v", out, err)
	}
}
