package settings

import (
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Own reports whether the package under analysis belongs to the user: to the
// main module or a workspace module, and not to the standard library or a
// dependency. For those, knowledge speaks; go vet and golangci-lint run
// analyzers over them all the same, and a fact found there would make findings
// differ from door to door.
func Own(pass *analysis.Pass) bool {
	if pass.Module != nil && pass.Module.Path != "" {
		return pass.Module.Version == "" // also "std" and "cmd", for who works on those
	}
	if folder, ok := workspaceFolder(pass); ok {
		return folder != ""
	}
	// No module: the standard library, a GOPATH tree, or files on a command line.
	// Of one without files only the types are there: nobody asks for it.
	first, _, _ := strings.Cut(pass.Pkg.Path(), "/")
	return len(pass.Files) > 0 && !strings.Contains(first, ".") && !standard(pass)
}

// Folder is where the package lies within its module or Bazel workspace, with
// slashes; empty at the root, and where neither is known.
func Folder(pass *analysis.Pass) string {
	if pass.Module != nil && pass.Module.Path != "" {
		return strings.TrimPrefix(strings.TrimPrefix(pass.Pkg.Path(), pass.Module.Path), "/")
	}
	if folder, _ := workspaceFolder(pass); folder != "." {
		return folder
	}
	return ""
}

// ModulePath is the import path that the user's own packages begin with; empty
// where it cannot be known.
func ModulePath(pass *analysis.Pass) string {
	if pass.Module != nil && pass.Module.Path != "" {
		return pass.Module.Path
	}
	switch folder, _ := workspaceFolder(pass); folder {
	case "":
		return ""
	case ".":
		return pass.Pkg.Path()
	default:
		root, ok := strings.CutSuffix(pass.Pkg.Path(), "/"+folder)
		if !ok {
			return ""
		}
		return root
	}
}

// Beside reports whether an import path is one of the user's own packages: below
// [ModulePath], or that of the package under analysis where it is not known.
func Beside(pass *analysis.Pass, path string) bool {
	module := ModulePath(pass)
	if module == "" {
		return path == pass.Pkg.Path()
	}
	return path == module || strings.HasPrefix(path, module+"/")
}

// workspaceFolder is the folder of a package that Bazel builds, "" for one of
// another repository, "." for that at the root. Bazel knows no modules; it
// names files from the root of its workspace, as nobody else does.
func workspaceFolder(pass *analysis.Pass) (folder string, ok bool) {
	if len(pass.Files) == 0 {
		return "", false
	}
	file := pass.Fset.PositionFor(pass.Files[0].FileStart, false).Filename
	if filepath.IsAbs(file) {
		return "", false
	}
	folder = filepath.ToSlash(filepath.Dir(file))
	if out, ok := strings.CutPrefix(folder, "bazel-out/"); ok { // what a rule generated: bazel-out/CONFIG/bin/…
		if parts := strings.SplitN(out, "/", 3); len(parts) == 3 {
			folder = parts[2]
		}
	}
	if folder == "external" || strings.HasPrefix(folder, "external/") {
		return "", true
	}
	return folder, true
}

// standard reports whether a package without a module is in the source tree of
// a Go release, which is where package unsafe is.
func standard(pass *analysis.Pass) bool {
	path := strings.TrimSuffix(pass.Pkg.Path(), "_test")
	for _, file := range pass.Files {
		folder := filepath.Dir(pass.Fset.PositionFor(file.FileStart, false).Filename)
		source, ok := strings.CutSuffix(filepath.ToSlash(folder), "/"+path)
		if !ok {
			continue // cgo wrote it, into the build cache
		}
		_, err := os.Stat(filepath.Join(filepath.FromSlash(source), "unsafe", "unsafe.go"))
		return err == nil
	}
	return false
}
