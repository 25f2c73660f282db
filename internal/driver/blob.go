package driver

import (
	"bytes"
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/gcexportdata"
)

// writeTypes turns what a package declares for others, and what of other
// packages that refers to, into bytes. The lines of files are those of fset.
func writeTypes(fset *token.FileSet, pkg *types.Package) (data []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			data, err = nil, fmt.Errorf("cannot export %s: %v", pkg.Path(), p)
		}
	}()
	var buf bytes.Buffer
	if err := gcexportdata.Write(&buf, fset, pkg); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

// nowhere is a file set that knows no position.
func nowhere() *token.FileSet { return token.NewFileSet() }

// readTypes makes a package of the bytes. Packages it refers to are taken from
// imports, or begun there. Nothing else may look at types meanwhile.
func readTypes(data []byte, fset *token.FileSet, imports map[string]*types.Package, path string) (*types.Package, error) {
	return gcexportdata.Read(bytes.NewReader(data), fset, imports, path)
}
