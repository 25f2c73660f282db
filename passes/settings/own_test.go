package settings

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
)

// TestOwn: whose a package is, and where in it, under every kind of driver.
func TestOwn(t *testing.T) {
	t.Parallel()
	const abs = "/src/shop/orders/o.go"
	out, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	root := filepath.Join(strings.TrimSpace(string(out)), "src")
	for _, c := range []struct {
		name, path, file string
		module           *analysis.Module
		own              bool
		folder, root     string
	}{
		{"the main module", "example.com/shop/orders", abs, &analysis.Module{Path: "example.com/shop"}, true, "orders", "example.com/shop"},
		{"a dependency", "example.com/lib/a", abs, &analysis.Module{Path: "example.com/lib", Version: "v1.0.0"}, false, "a", "example.com/lib"},
		{"the standard library", "net/http", filepath.Join(root, "net", "http", "server.go"), &analysis.Module{}, false, "", ""},
		{"the standard library's tests", "net/http_test", filepath.Join(root, "net", "http", "x_test.go"), nil, false, "", ""},
		{"what a release has added", "added", filepath.Join(root, "added", "added.go"), nil, false, "", ""},
		{"the go command", "cmd/go", filepath.Join(root, "cmd", "go", "main.go"), nil, false, "", ""},
		{"a GOPATH tree with a name of the standard library", "net/shop", "/src/net/shop/o.go", nil, true, "", ""},
		{"a GOPATH tree", "shop/orders", abs, nil, true, "", ""},
		{"files on a command line", "command-line-arguments", abs, nil, true, "", ""},
		{"a stub of a fixture", "golang.org/x/oauth2", abs, nil, false, "", ""},
		{"Bazel: our own", "github.com/acme/shop/orders", "orders/o.go", nil, true, "orders", "github.com/acme/shop"},
		{"Bazel: at the root", "github.com/acme/shop", "o.go", nil, true, "", "github.com/acme/shop"},
		{"Bazel: generated", "github.com/acme/shop/pb", "bazel-out/k8-fastbuild/bin/pb/o.go", nil, true, "pb", "github.com/acme/shop"},
		{"Bazel: named otherwise", "shop", "services/shop/o.go", nil, true, "services/shop", ""},
		{"Bazel: a dependency", "golang.org/x/oauth2", "external/gazelle~~go_deps~org_golang_x_oauth2/o.go", nil, false, "", ""},
		{"Bazel: a dependency's generated file", "example.com/lib", "bazel-out/k8-fastbuild/bin/external/lib/o.go", nil, false, "", ""},
	} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, c.file, "package p", 0)
		require.NoError(t, err)
		pass := &analysis.Pass{Fset: fset, Files: []*ast.File{file}, Pkg: types.NewPackage(c.path, "p"), Module: c.module}
		require.Equal(t, c.own, Own(pass), c.name)
		require.Equal(t, c.folder, Folder(pass), c.name)
		require.Equal(t, c.root, ModulePath(pass), c.name)
	}
	require.False(t, Own(&analysis.Pass{Fset: token.NewFileSet(), Pkg: types.NewPackage("added", "added")}), "only its types are there")
}
