package deploy

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
)

// unpack lays the files of an archive out, and returns the one that says what is
// wanted.
func unpack(t *testing.T, archive string) (dir, want string) {
	t.Helper()
	a, err := txtar.ParseFile(archive)
	require.NoError(t, err)
	dir = t.TempDir()
	for _, f := range a.Files {
		if f.Name == "want" {
			want = string(f.Data)
			continue
		}
		name := filepath.Join(dir, f.Name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, f.Data, 0o666))
	}
	return dir, want
}

// listed is a result as the archives have it.
func listed(dir string, r *Result) string {
	var b strings.Builder
	rel := func(name string) string {
		out, _ := filepath.Rel(dir, name)
		return filepath.ToSlash(out)
	}
	for _, x := range r.Bounds {
		fmt.Fprintf(&b, "%s:%d %s %v", rel(x.File), x.Line, x.Row.Name, x.D)
		if x.Default {
			b.WriteString(" default")
		}
		if !x.Reported() {
			b.WriteString(" quiet")
		}
		if x.Attempts > 1 && (x.Repeat.Line > 0 || x.Row == &nginxRead) {
			fmt.Fprintf(&b, " tries %d", x.Attempts)
		}
		for _, p := range x.Programs {
			b.WriteString(" " + rel(p))
		}
		for _, route := range x.Routes {
			mark := ""
			if route.Exact {
				mark = "="
			}
			if route.RPC != "" {
				fmt.Fprintf(&b, " rpc %s", route.RPC)
				continue
			}
			fmt.Fprintf(&b, " %s", strings.TrimSpace(route.Method+" "+mark+route.Path))
		}
		b.WriteString("\n")
	}
	for _, s := range r.Settings {
		name := s.Env
		if s.Flag != "" {
			name = "-" + s.Flag
		}
		fmt.Fprintf(&b, "set %s:%d %s=%s\n", rel(s.At.File), s.At.Line, name, s.Value)
	}
	for _, n := range r.Notices {
		fmt.Fprintf(&b, "notice %s\n", n)
	}
	return b.String()
}

func TestRead(t *testing.T) {
	t.Parallel()
	archives, err := filepath.Glob("testdata/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, archives)
	for _, archive := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(archive), ".txtar"), func(t *testing.T) {
			t.Parallel()
			dir, want := unpack(t, archive)
			require.NotEmpty(t, want)
			require.Equal(t, want, listed(dir, Read(dir, dir)))
		})
	}
}

func TestUnits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		unit Unit
		text string
		want time.Duration
		ok   bool
	}{
		{Seconds, "30", 30 * time.Second, true}, {Seconds, "30s", 0, false}, {Seconds, "-1", -time.Second, true}, {Seconds, "99999999999", 0, false},
		{Millis, "29000", 29 * time.Second, true},
		{GoTime, "1m30s", 90 * time.Second, true}, {GoTime, "2s500ms", 2500 * time.Millisecond, true}, {GoTime, "10", 0, false}, {GoTime, "0s", 0, true}, {GoTime, "", 0, false}, {GoTime, "soon", 0, false},
		{GoOrSecs, "15", 15 * time.Second, true}, {GoOrNano, "3000000000", 3 * time.Second, true},
		{Nginx, "60", time.Minute, true}, {Nginx, "500ms", 500 * time.Millisecond, true}, {Nginx, "1m 30", 90 * time.Second, true},
		{HAProxy, "45000", 45 * time.Second, true}, {HAProxy, "45s", 45 * time.Second, true},
		{Systemd, "5min 20s", 320 * time.Second, true}, {Systemd, "infinity", 0, true}, {Systemd, "90", 90 * time.Second, true},
		{GoTime, "9999999h", 0, true},
	} {
		d, ok := c.unit.read(c.text)
		require.Equal(t, c.ok, ok, "%s of %q", c.unit, c.text)
		if ok {
			require.Equal(t, c.want, d, "%s of %q", c.unit, c.text)
		}
	}
}

// TestTable: rows have names of their own, and a default that can be read.
func TestTable(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, r := range Table() {
		require.False(t, seen[r.Name], r.Name)
		seen[r.Name] = true
		require.NotEmpty(t, r.Who)
		if r.Default != "" {
			d, ok := r.Unit.read(r.Default)
			require.True(t, ok && d > 0, r.Name)
		} else {
			require.False(t, r.Cuts, r.Name)
		}
	}
}

func TestQuiet(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"examples/a.yaml", "deploy/dev/a.yaml", "overlays/kind/x.yaml", "values-dev.yaml", ".github/x.yml", "a/testdata/x.yaml", "k8s/e2e.yaml", "docker-compose.test.yml"} {
		require.NotEmpty(t, quiet(name), name)
	}
	for _, name := range []string{"deploy/a.yaml", "device/x.yaml", "kinds/x.yaml", "testimonials/app.yaml", "charts/x/values.yaml"} {
		require.Empty(t, quiet(name), name)
	}
}
