package cache

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/trust"
)

func opened(t *testing.T) *Cache {
	t.Helper()
	c, err := Open(filepath.Join(t.TempDir(), "cache"))
	require.NoError(t, err)
	return c
}

func key(text string) Key { return sha256.Sum256([]byte(text)) }

func TestPutAndGet(t *testing.T) {
	t.Parallel()
	c := opened(t)
	c.Put("kind", key("a"), []byte("content"))
	data, ok := c.Get("kind", key("a"))
	require.True(t, ok)
	require.Equal(t, "content", string(data))
	require.True(t, c.Has("kind", key("a")))
	_, ok = c.Get("other", key("a"))
	require.False(t, ok)
	require.False(t, c.Has("kind", key("b")))
	require.Empty(t, c.Notes())

	var none *Cache
	none.Put("kind", key("a"), nil)
	_, ok = none.Get("kind", key("a"))
	require.False(t, ok || none.Has("kind", key("a")) || none.Trim(time.Now(), Limits{}))
}

// TestDamage: changed, cut short, empty, and whole but in another's place.
func TestDamage(t *testing.T) {
	t.Parallel()
	c := opened(t)
	c.Put("kind", key("other"), []byte("other content"))
	other, err := os.ReadFile(c.file("kind", key("other")))
	require.NoError(t, err)
	for _, damage := range []func(data []byte) []byte{
		func(data []byte) []byte { data[len(data)-1] ^= 1; return data },
		func(data []byte) []byte { data[len(magic)] ^= 1; return data },
		func(data []byte) []byte { return data[:len(data)-1] },
		func([]byte) []byte { return nil },
		func([]byte) []byte { return other },
	} {
		c.Put("kind", key("a"), []byte("content"))
		file := c.file("kind", key("a"))
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(file, damage(bytes.Clone(data)), 0o600))
		entries, damaged, err := (&Cache{dir: c.dir}).Check()
		require.NoError(t, err)
		require.Equal(t, 2, entries)
		require.Equal(t, []string{file}, damaged)

		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
		require.NoError(t, os.WriteFile(file, damage(bytes.Clone(data)), 0o600))
		_, ok := c.Get("kind", key("a"))
		require.False(t, ok)
		require.NoFileExists(t, file)
	}
	require.Len(t, c.Notes(), 5)
}

func TestTrim(t *testing.T) {
	t.Parallel()
	c := opened(t)
	now := time.Now()
	used := func(name string, ago time.Duration) {
		c.Put("kind", key(name), make([]byte, 1000))
		require.NoError(t, os.Chtimes(c.file("kind", key(name)), now.Add(-ago), now.Add(-ago)))
	}
	used("now", 0)
	used("hours", 5*time.Hour)
	used("days", 3*24*time.Hour)
	used("weeks", 20*24*time.Hour)
	left := filepath.Join(c.dir, "kind", "ab", temporary+"left")
	require.NoError(t, os.MkdirAll(filepath.Dir(left), 0o700))
	require.NoError(t, os.WriteFile(left, nil, 0o600))
	require.NoError(t, os.Chtimes(left, now.Add(-2*time.Hour), now.Add(-2*time.Hour)))

	require.True(t, c.Trim(now, DefaultLimits()))
	require.False(t, c.Has("kind", key("weeks")))
	require.True(t, c.Has("kind", key("days")))
	require.NoFileExists(t, left)
	require.False(t, c.Trim(now.Add(2*time.Hour), DefaultLimits()), "once a day")

	require.True(t, c.Trim(now.Add(27*time.Hour), Limits{Age: 30 * 24 * time.Hour, Size: 2500}))
	usage, err := c.Usage()
	require.NoError(t, err)
	require.Len(t, usage, 1)
	require.Equal(t, 2, usage[0].Entries, "what was not used for longest goes first")
	require.True(t, c.Trim(now.Add(52*time.Hour), Limits{Age: 30 * 24 * time.Hour}))
	usage, err = c.Usage()
	require.NoError(t, err)
	require.Empty(t, usage)
}

// TestUseRenews: reading an entry keeps it from being trimmed.
func TestUseRenews(t *testing.T) {
	t.Parallel()
	c := opened(t)
	c.Put("kind", key("a"), nil)
	file := c.file("kind", key("a"))
	old := time.Now().Add(-10 * 24 * time.Hour)
	require.NoError(t, os.Chtimes(file, old, old))
	_, ok := c.Get("kind", key("a"))
	require.True(t, ok)
	info, err := os.Stat(file)
	require.NoError(t, err)
	require.Less(t, time.Since(info.ModTime()), time.Hour)
}

func TestOnlyCaches(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "precious"), nil, 0o600))
	_, err := Open(dir)
	require.ErrorContains(t, err, "neither empty nor a cache")
	require.ErrorContains(t, Clear(dir), "does not look like a cache")
	require.NoError(t, Clear(filepath.Join(dir, "nowhere")))

	c := opened(t)
	c.Put("kind", key("a"), nil)
	stray := filepath.Join(c.dir, "kind", "notes.txt")
	require.NoError(t, os.WriteFile(stray, nil, 0o600))
	require.NoError(t, Clear(c.dir))
	require.False(t, c.Has("kind", key("a")))
	require.FileExists(t, stray, "only entries go")
	_, err = Open(c.dir)
	require.NoError(t, err)
}

func TestDir(t *testing.T) {
	t.Parallel()
	dir, err := Dir(func(string) string { return filepath.Join(string(filepath.Separator), "x") })
	require.NoError(t, err)
	require.Equal(t, filepath.Join(string(filepath.Separator), "x"), dir)
	_, err = Dir(func(string) string { return "relative" })
	require.ErrorContains(t, err, "not an absolute path")
}

// TestManyAtOnce: whoever finds a folder made can write into it.
func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	c, err := Open(filepath.Join(t.TempDir(), "cache"))
	require.NoError(t, err)
	for folder := range 200 {
		var group sync.WaitGroup
		start := make(chan struct{})
		for i := range 4 {
			group.Go(func() {
				<-start
				c.Put(fmt.Sprint("kind", folder), Key{31: byte(i)}, []byte("x"))
			})
		}
		close(start)
		group.Wait()
		require.Empty(t, c.Notes())
	}
}

// TestTrustLimit: many runs, each of which writes little, and one that writes
// much, stay within the limit while they are at it, and what was used last stays.
func TestTrustLimit(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	limits := Limits{Age: time.Hour, Size: 100_000}
	size := func(c *Cache) (total int64) {
		usage, err := c.Usage()
		require.NoError(t, err)
		for _, u := range usage {
			total += u.Bytes
		}
		return total
	}
	n := 0
	most := int64(0)
	for run := range 60 {
		c, err := Open(dir)
		require.NoError(t, err)
		c.limits = limits
		entries := 5
		if run == 40 {
			entries = 300
		}
		for range entries {
			n++
			c.Put("kind", key(fmt.Sprint(n)), make([]byte, 1000))
			most = max(most, size(c))
		}
		c.Trim(time.Now(), limits)
		most = max(most, size(c))
		require.True(t, c.Has("kind", key(fmt.Sprint(n))), "run %d: what was written last", run)
	}
	require.LessOrEqual(t, most, limits.Size)
	require.Greater(t, most, limits.Size*8/10, "what there is room for is kept")
	trust.Hold(t, trust.Row{Part: trust.Keys, Tried: "runs within one hour that write more than the cache may have", Inputs: "60 runs, 59 small and one that writes three times the limit",
		Result: "the cache is never larger than its limit"})
}
