package driver

import (
	"bytes"
	"context"
	"encoding/json"
	"go/ast"
	"go/parser"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/internal/driver/cgo"
)

// findCTypes asks the go command what cgo made of the packages that use C, where
// the build cache has it from a build. With -n it only looks: neither cgo nor a C
// compiler runs over anything. Where it has nothing, C stays unknown.
func (l *listing) findCTypes(ctx context.Context, opts Options) {
	uses := map[string]*listed{}
	args := []string{"list", "-n", "-e", "-compiled", "-pgo=off", "-buildvcs=false", "-json=ImportPath,CompiledGoFiles"}
	if opts.Tests {
		args = append(args, "-test")
	}
	if len(opts.Tags) > 0 {
		args = append(args, "-tags="+strings.Join(opts.Tags, ","))
	}
	args = append(args, "--")
	for _, p := range l.packages {
		if len(p.CgoFiles) > 0 && !p.Standard {
			uses[p.ImportPath] = p
			if path, _, _ := strings.Cut(p.ImportPath, " ["); !slices.Contains(args, path) {
				args = append(args, path)
			}
		}
	}
	if len(uses) == 0 || len(opts.Overlay) > 0 {
		return
	}
	l.commands++
	out, _, err := goCommand(ctx, opts, args...)
	if err != nil {
		return
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath      string
			CompiledGoFiles []string
		}
		if dec.Decode(&p) != nil {
			return
		}
		if of := uses[p.ImportPath]; of != nil {
			of.CTypes = ofCgo(p.CompiledGoFiles)
		}
	}
}

// ofCgo is the file, of those that the compiler gets, in which cgo declares what
// comes from C; empty if it is not there. Its name is that of its content.
func ofCgo(files []string) string {
	for _, file := range files {
		if !filepath.IsAbs(file) || strings.HasSuffix(file, ".go") {
			continue
		}
		if text, err := os.ReadFile(file); err == nil && cgo.Declares(text) {
			return file
		}
	}
	return ""
}

// cTypes parses what cgo declares for a package, or gives nil.
func (r *run) cTypes(n *node) *ast.File {
	if n.CTypes == "" {
		return nil
	}
	text, err := os.ReadFile(n.CTypes)
	if err != nil {
		return nil
	}
	file, err := parser.ParseFile(r.fset, n.CTypes, text, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	return cgo.Declarations(file)
}

// cTypesGone reports whether what was found in the build cache is not there any
// more, or a package that uses C had nothing there: it may have by now.
func cTypesGone(packages []*listed) bool {
	return slices.ContainsFunc(packages, func(p *listed) bool {
		if p.CTypes == "" {
			return len(p.CgoFiles) > 0 && !p.Standard
		}
		_, err := os.Stat(p.CTypes)
		return err != nil
	})
}
