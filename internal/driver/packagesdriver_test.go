package driver_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"

	"github.com/timeoutlint/timeoutlint/internal/driver"
)

// TestMain lets the test's program be a GOPACKAGESDRIVER, or a run to be killed.
func TestMain(m *testing.M) {
	if log := os.Getenv("TOOLS_RUN"); log != "" && len(os.Args) > 1 && filepath.IsAbs(os.Args[1]) {
		_ = os.WriteFile(log, []byte(os.Args[1]), 0o600) // the compiler was about to run
		os.Exit(1)
	}
	if os.Getenv("VICTIM_DIR") != "" {
		os.Exit(victim())
	}
	if os.Getenv("DRIVER_OF_TEST") != "" && len(os.Args) > 1 && os.Args[1] == "./..." {
		os.Exit(answer())
	}
	os.Exit(m.Run())
}

// answer lists packages as a build system would: by labels of its own, without
// modules.
func answer() int {
	mode := packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps
	roots, err := packages.Load(&packages.Config{Mode: mode, Env: append(os.Environ(), "GOPACKAGESDRIVER=off")}, os.Args[1:]...)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	res := packages.DriverResponse{Compiler: "gc", Arch: "amd64"}
	for _, p := range roots {
		res.Roots = append(res.Roots, "@//"+p.PkgPath)
	}
	packages.Visit(roots, nil, func(p *packages.Package) {
		flat := &packages.Package{ID: "@//" + p.PkgPath, Name: p.Name, PkgPath: p.PkgPath, GoFiles: p.GoFiles, CompiledGoFiles: p.GoFiles,
			Imports: map[string]*packages.Package{}}
		for path, dep := range p.Imports {
			flat.Imports[path] = &packages.Package{ID: "@//" + dep.PkgPath}
		}
		res.Packages = append(res.Packages, flat)
	})
	if json.NewEncoder(os.Stdout).Encode(res) != nil {
		return 1
	}
	return 0
}

func TestPackagesDriver(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	require.NoError(t, err)
	p := newProject(t, stack)
	want := told(p.dir, run(t, driver.Options{Dir: p.dir}))
	p.opts.Env = append(os.Environ(), "GOPACKAGESDRIVER="+self, "DRIVER_OF_TEST=yes")
	res := p.run()
	require.Equal(t, want, told(p.dir, res))
	require.Equal(t, []string{"GOPACKAGESDRIVER lists the packages: slower than the go command, and on every run"}, res.Notices)
	require.Equal(t, 1, res.Stats.GoCommands)

	p.replace("apart/apart.go", "wait(); fmt", "wait(); wait(); fmt")
	res = p.run()
	require.Equal(t, []int{1, 1, 3}, cost(res)[:3], "what is known of packages is used all the same")

	p.opts.Env = append(os.Environ(), "GOPACKAGESDRIVER="+filepath.Join(p.dir, "nothing"))
	_, err = driver.Run(t.Context(), p.opts)
	require.ErrorContains(t, err, "GOPACKAGESDRIVER: ")
}
