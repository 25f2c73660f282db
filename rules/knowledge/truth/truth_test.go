package truth

import (
	"bytes"
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/timeoutlint/timeoutlint/rules/knowledge"
	"github.com/timeoutlint/timeoutlint/rules/knowledge/internal/resolve"
)

// TestNamedVersions resolves every row that is not of the standard library in
// the module at the version its library row names.
func TestNamedVersions(t *testing.T) {
	libraries := others()
	world := here(t)
	load := resolve.Load(world.Package)
	for _, l := range libraries {
		version, dir := world.Module(l.Path)
		if version != l.Version {
			t.Errorf("%s: the row was read at %s, go.mod has %s", l.Path, l.Version, version)
			continue
		}
		for _, err := range load.Library(l) {
			t.Errorf("%s@%s: %v", l.Path, version, err)
		}
		for name, source := range sources(l) {
			if err := cited(dir, source); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// TestSignatures finds each signature in the code it knows: the example must
// fit it, and none before it.
func TestSignatures(t *testing.T) {
	load := resolve.Load(here(t).Package)
	for i := range knowledge.Signatures {
		s := &knowledge.Signatures[i]
		if s.Example == "" {
			continue
		}
		fn, err := load.Func(s.Example)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := firstFit(fn); got != i {
			t.Errorf("%s fits signature %d, not %d (%s)", s.Example, got, i, s.Name)
		}
	}
	for _, name := range []string{
		"(connectrpc.com/connect/internal/gen/generics/connect/ping/v1/pingv1connect.PingServiceHandler).Ping",
		"(google.golang.org/grpc/health/grpc_health_v1.HealthServer).Check",
		"(*github.com/aws/aws-sdk-go/service/s3.S3).GetObjectRequest",
		"(*google.golang.org/api/storage/v1.ObjectsGetCall).Context",
		"(k8s.io/client-go/kubernetes/typed/core/v1.PodsGetter).Pods",
	} {
		fn, err := load.Func(name)
		if err != nil {
			t.Error(err)
		} else if got := firstFit(fn); got >= 0 {
			t.Errorf("%s fits signature %d (%s), and is no call", name, got, knowledge.Signatures[got].Name)
		}
	}
}

func firstFit(fn *types.Func) int {
	for i := range knowledge.Signatures {
		if resolve.Fits(fn, &knowledge.Signatures[i]) {
			return i
		}
	}
	return -1
}

// here is the world of go.mod, listed once for all tests.
func here(t *testing.T) *World {
	t.Helper()
	world, err := listHere()
	if err != nil {
		t.Fatal(err)
	}
	return world
}

var listHere = sync.OnceValues(func() (*World, error) {
	return List(".", []string{"-mod=readonly"}, paths(others())...)
})

// others are the libraries outside the standard library, by path.
func others() []*knowledge.Library {
	var all []*knowledge.Library
	table := knowledge.Builtin()
	for _, path := range table.Paths() {
		for _, l := range table.Library(path) {
			if l.Module != "std" {
				all = append(all, l)
			}
		}
	}
	return all
}

func paths(libraries []*knowledge.Library) []string {
	var all []string
	for _, l := range libraries {
		all = append(all, l.Path)
	}
	sort.Strings(all)
	for i := range knowledge.Signatures {
		if dir, name, ok := strings.Cut(knowledge.Signatures[i].Example, ")."); ok && name != "" {
			dir = strings.TrimLeft(dir, "(*")
			all = append(all, dir[:strings.LastIndexByte(dir, '.')])
		}
	}
	return append(all, "net/http", "net", "time", "context") // named in bounds
}

// sources are the citations at the named version.
func sources(l *knowledge.Library) map[string]string {
	m := map[string]string{}
	for _, r := range l.Calls {
		if r.Until != "" {
			continue
		}
		m["call "+r.Name] = r.Source
	}
	for _, r := range l.Globs {
		if r.Until != "" {
			continue
		}
		m["glob "+r.Type] = r.Source
	}
	for _, r := range l.Knobs {
		if r.Until != "" {
			continue
		}
		m["knob "+r.FullName()] = r.Source
	}
	for _, r := range l.Retries {
		if r.Until != "" {
			continue
		}
		m["retry "+r.Name] = r.Source
	}
	for _, r := range l.Flows {
		if r.Until != "" {
			continue
		}
		m["flow "+r.Name] = r.Source
	}
	for _, r := range l.Policies {
		if r.Until == "" {
			m["policy "+r.Name] = r.Source
		}
	}
	return m
}

// cited checks that "file:line" is there to read in the module.
func cited(root, source string) error {
	file, line, ok := strings.Cut(source, ":")
	n, err := strconv.Atoi(line)
	if !ok || err != nil {
		return fmt.Errorf("source %q is not file:line", source)
	}
	text, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		return err
	}
	if have := bytes.Count(text, []byte("\n")) + 1; n < 1 || n > have {
		return fmt.Errorf("source %s: the file has %d lines", source, have)
	}
	return nil
}
