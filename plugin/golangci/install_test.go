package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// TestInstall: what go install makes of a published version runs, and knows
// which version it is; and a module can require the plugin. The module proxy is
// a folder that has one version of ours, made of the sources as a proxy makes it,
// and in front of the usual one what is downloaded already.
func TestInstall(t *testing.T) {
	const path, version = "github.com/timeoutlint/timeoutlint", "v0.1.0"
	src, proxy := sources(t), t.TempDir()
	at := path + "/@v/" + version
	write(t, proxy, path+"/@v/list", version+"\n")
	write(t, proxy, at+".info", `{"Version":"`+version+`","Time":"2026-12-01T00:00:00Z"}`)
	write(t, proxy, at+".mod", read(t, filepath.Join(src, "go.mod")))
	file, err := os.Create(filepath.Join(proxy, filepath.FromSlash(at+".zip")))
	require.NoError(t, err)
	require.NoError(t, zip.CreateFromDir(file, module.Version{Path: path, Version: version}, src))
	require.NoError(t, file.Close())

	known := strings.Fields(must(t, src, "go", "env", "GOMODCACHE", "GOPROXY"))
	bin, work := t.TempDir(), t.TempDir()
	env := []string{
		"GOPROXY=file://" + proxy + ",file://" + known[0] + "/cache/download," + known[1], "GOSUMDB=off",
		"GOMODCACHE=" + t.TempDir(), "GOFLAGS=-modcacherw", "GOBIN=" + bin, "GOTOOLCHAIN=local",
	}
	r := do(t, work, env, "go", "install", path+"/cmd/timeoutlint@latest")
	require.Zero(t, r.code, r.stderr)
	installed := filepath.Join(bin, "timeoutlint")
	require.Equal(t, "timeoutlint "+version+" "+runtime.Version()+" "+runtime.GOOS+"/"+runtime.GOARCH+"\n", must(t, work, installed, "version"))

	write(t, work, "go.mod", "module example.com/rates\n\ngo 1.26\n")
	write(t, work, "rates.go", faulty)
	found := do(t, work, nil, installed)
	require.Equal(t, 3, found.code, found.stderr)
	require.Regexp(t, `^rates.go:5:14: bareclient: `, found.stdout)

	write(t, work, "plugin.go", "package rates\n\nimport _ \""+path+"/plugin\"\n")
	r = do(t, work, env, "go", "get", path+"/plugin@latest")
	require.Zero(t, r.code, r.stderr)
	r = do(t, work, env, "go", "build", "./...")
	require.Zero(t, r.code, r.stderr)
}
