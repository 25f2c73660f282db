package waits

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"io"
	"sync"

	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

// GobEncode packs the tree: facts are kept and sent around by the thousand.
func (t *Takes) GobEncode() ([]byte, error) { return pack(&t.Func) }

// GobDecode unpacks it, and refuses what no package can have made.
func (t *Takes) GobDecode(packed []byte) error {
	if err := unpack(packed, &t.Func); err != nil {
		return err
	}
	return t.Func.Valid()
}

type plain Result // without the methods

// GobEncode packs a package's summary.
func (r *Result) GobEncode() ([]byte, error) { return pack((*plain)(r)) }

// GobDecode unpacks it, and refuses what no package can have made.
func (r *Result) GobDecode(packed []byte) error {
	if err := unpack(packed, (*plain)(r)); err != nil {
		return err
	}
	return r.valid()
}

func (r *Result) valid() error {
	for _, f := range r.Funcs {
		if err := f.Valid(); err != nil {
			return err
		}
	}
	var values []*tree.FuncVal
	for _, d := range r.Doors {
		values = append(values, d.Handler, d.Core)
	}
	for _, s := range r.Servers {
		values = append(values, s.Handler)
	}
	for _, x := range r.Mounts {
		values = append(values, x.Handler)
	}
	for _, x := range r.Routers {
		values = append(values, x.Around...)
	}
	for _, v := range values {
		if err := v.Valid(); err != nil {
			return err
		}
	}
	return nil
}

// mostUnpacked is more than a package's summary comes to.
const mostUnpacked = 256 << 20

// writers are used again: a new one takes a megabyte of memory, and there are
// facts by the thousand.
var writers sync.Pool

func pack(v any) ([]byte, error) {
	var out bytes.Buffer
	w, used := writers.Get().(*flate.Writer)
	if used {
		w.Reset(&out)
	} else {
		var err error
		if w, err = flate.NewWriter(&out, flate.DefaultCompression); err != nil {
			return nil, err
		}
	}
	defer writers.Put(w)
	if err := json.NewEncoder(w).Encode(v); err != nil {
		return nil, err
	}
	err := w.Close()
	return out.Bytes(), err
}

func unpack(packed []byte, v any) error {
	return json.NewDecoder(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), mostUnpacked)).Decode(v)
}
