package waits

import (
	"bytes"
	"compress/flate"
	"encoding/json"
)

// GobEncode packs the tree: facts are kept and sent around by the thousand.
func (t *Takes) GobEncode() ([]byte, error) { return pack(&t.Func) }

// GobDecode unpacks it.
func (t *Takes) GobDecode(packed []byte) error { return unpack(packed, &t.Func) }

type plain Result // without the methods

// GobEncode packs a package's summary.
func (r *Result) GobEncode() ([]byte, error) { return pack((*plain)(r)) }

// GobDecode unpacks it.
func (r *Result) GobDecode(packed []byte) error { return unpack(packed, (*plain)(r)) }

func pack(v any) ([]byte, error) {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.DefaultCompression)
	if err != nil {
		return nil, err
	}
	if err := json.NewEncoder(w).Encode(v); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}

func unpack(packed []byte, v any) error {
	return json.NewDecoder(flate.NewReader(bytes.NewReader(packed))).Decode(v)
}
