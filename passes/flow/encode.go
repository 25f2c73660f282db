package flow

import (
	"bytes"
	"compress/flate"
	"encoding/gob"
	"fmt"

	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// wire is a package as it is kept.
type wire struct {
	Path      string
	Main      bool
	Library   bool
	Imports   []string
	Terms     []Term
	Funcs     []*Function
	Globals   map[string][]Def
	Types     []Type
	Converted []string
	Handed    []string
	Waits     []Wait
	Flows     []knowledge.Flow
}

// GobEncode packs the package.
func (p *Package) GobEncode() ([]byte, error) {
	var out bytes.Buffer
	z, err := flate.NewWriter(&out, flate.BestSpeed)
	if err != nil {
		return nil, err
	}
	w := wire{p.Path, p.Main, p.Library, p.Imports, p.Terms, p.Funcs, p.Globals, p.Types, p.Converted, p.Handed, p.Waits, p.Flows}
	if err := gob.NewEncoder(z).Encode(&w); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// GobDecode unpacks it, and refuses what no package can have made.
func (p *Package) GobDecode(data []byte) error {
	var w wire
	if err := gob.NewDecoder(flate.NewReader(bytes.NewReader(data))).Decode(&w); err != nil {
		return err
	}
	*p = Package{Path: w.Path, Main: w.Main, Library: w.Library, Imports: w.Imports, Terms: w.Terms, Funcs: w.Funcs, Globals: w.Globals, Types: w.Types, Converted: w.Converted, Handed: w.Handed, Waits: w.Waits, Flows: w.Flows}
	return p.valid()
}

// valid reports whether every term that is named is there.
func (p *Package) valid() error {
	check := func(sets ...Set) error {
		for _, s := range sets {
			for _, id := range s {
				if id < 0 || int(id) >= len(p.Terms) {
					return fmt.Errorf("flow: %s names term %d of %d", p.Path, id, len(p.Terms))
				}
			}
		}
		return nil
	}
	for i := range p.Terms {
		t := &p.Terms[i]
		if err := check(t.Args...); err != nil {
			return err
		}
		if need := fewest[t.Op]; len(t.Args) < need {
			return fmt.Errorf("flow: term %d of %s has %d arguments, fewer than %d", i, p.Path, len(t.Args), need)
		}
		for _, s := range t.Slots {
			if err := check(s.Set); err != nil {
				return err
			}
		}
	}
	for _, fn := range p.Funcs {
		if fn == nil {
			return fmt.Errorf("flow: a function of %s is missing", p.Path)
		}
		if err := check(append(append([]Set{}, fn.Results...), fn.Bindings...)...); err != nil {
			return err
		}
		for _, v := range fn.Vars {
			for _, d := range v.Defs {
				if err := check(d.Set); err != nil {
					return err
				}
			}
		}
		for _, e := range fn.Effects {
			if err := check(e.Root, e.Set); err != nil {
				return err
			}
		}
		for _, c := range fn.Calls {
			if err := check(append([]Set{c.Callee}, c.Args...)...); err != nil {
				return err
			}
		}
	}
	for _, defs := range p.Globals {
		for _, d := range defs {
			if err := check(d.Set); err != nil {
				return err
			}
		}
	}
	for _, w := range p.Waits {
		if err := check(w.Context, w.Request, w.Receiver); err != nil {
			return err
		}
		for _, c := range w.Carriers {
			if err := check(c.Set); err != nil {
				return err
			}
		}
	}
	return nil
}

// fewest is how many arguments a term has at least.
var fewest = map[Op]int{Load: 1, Select: 1, Elem: 1, Apply: 1, Invoke: 1, OrElse: 2, Deadlined: 1}
