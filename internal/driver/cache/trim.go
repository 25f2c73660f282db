package cache

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	temporary = "tmp-"    // names of files that are being written
	trimmed   = "trimmed" // its time is that of the last trim
	abandoned = time.Hour // a file that was being written for so long never will be
	trimEvery = 24 * time.Hour
	much      = 16 << 20 // bytes: after a run that has written as many, an hour is enough
	earlier   = 2        // digits of the names of folders that earlier versions made
)

// Limits bound a directory.
type Limits struct {
	Age  time.Duration // an entry that nobody used for longer goes
	Size int64         // bytes; the entries that were not used for longest go first
}

// DefaultLimits keep two weeks and a gigabyte.
func DefaultLimits() Limits { return Limits{Age: 14 * 24 * time.Hour, Size: 1 << 30} }

// Trim brings the directory within the limits, at most once a day, or once an hour
// where much was written since [Open], and reports whether it looked. An entry that was used within the last hour stays: some
// run may be reading it.
func (c *Cache) Trim(now time.Time, limits Limits) bool {
	if c == nil {
		return false
	}
	mark := filepath.Join(c.dir, trimmed)
	every := trimEvery
	c.mu.Lock()
	if c.written >= much {
		every = time.Hour
	}
	c.mu.Unlock()
	if info, err := os.Stat(mark); err == nil && now.Sub(info.ModTime()) < every {
		return false
	}
	if err := os.WriteFile(mark, nil, 0o666); err != nil {
		return false
	}
	_ = os.Chtimes(mark, now, now)
	var kept []entry
	total := int64(0)
	_ = c.each(func(e entry) {
		age := now.Sub(e.used)
		if e.key == nil && age > abandoned || age > limits.Age {
			_ = os.Remove(e.file)
			return
		}
		total += e.size
		kept = append(kept, e)
	})
	slices.SortFunc(kept, func(a, b entry) int { return a.used.Compare(b.used) })
	for _, e := range kept {
		if total <= limits.Size || now.Sub(e.used) <= freshFor {
			break
		}
		if os.Remove(e.file) == nil {
			total -= e.size
		}
	}
	return true
}

// entry is one file of the directory.
type entry struct {
	file, kind string
	key        *Key // nil: not an entry's name
	size       int64
	used       time.Time
}

// each visits every entry, and every file that was to become one.
func (c *Cache) each(visit func(entry)) error {
	return filepath.WalkDir(c.dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				return nil // another process was quicker
			}
			return err
		}
		rel, err := filepath.Rel(c.dir, name)
		if err != nil || d.IsDir() {
			return err
		}
		parts := strings.Split(filepath.ToSlash(rel), "/")
		if len(parts) != 3 || len(parts[1]) > earlier {
			return nil // not an entry's place
		}
		info, err := d.Info()
		if err != nil {
			return nil
		}
		e := entry{file: name, kind: parts[0], size: info.Size(), used: info.ModTime()}
		if raw, err := hex.DecodeString(parts[2]); err == nil && len(raw) == len(Key{}) {
			key := Key(raw)
			e.key = &key
		} else if !strings.HasPrefix(parts[2], temporary) {
			return nil
		}
		visit(e)
		return nil
	})
}

// Usage is how much of a kind there is.
type Usage struct {
	Kind    string
	Entries int
	Bytes   int64
	Oldest  time.Time // time of last use
}

// Usage lists the kinds by name.
func (c *Cache) Usage() ([]Usage, error) {
	by := map[string]*Usage{}
	err := c.each(func(e entry) {
		if e.key == nil {
			return
		}
		u := by[e.kind]
		if u == nil {
			u = &Usage{Kind: e.kind, Oldest: e.used}
			by[e.kind] = u
		}
		u.Entries++
		u.Bytes += e.size
		if e.used.Before(u.Oldest) {
			u.Oldest = e.used
		}
	})
	var out []Usage
	for _, u := range by {
		out = append(out, *u)
	}
	slices.SortFunc(out, func(a, b Usage) int { return strings.Compare(a.Kind, b.Kind) })
	return out, err
}

// Check reads every entry, removes those that are damaged and names them.
func (c *Cache) Check() (entries int, damaged []string, err error) {
	err = c.each(func(e entry) {
		if e.key == nil {
			return
		}
		entries++
		data, err := os.ReadFile(e.file)
		if err != nil {
			return
		}
		if _, ok := open(e.kind, *e.key, data); !ok {
			damaged = append(damaged, e.file)
			_ = os.Remove(e.file)
		}
	})
	slices.Sort(damaged)
	return entries, damaged, err
}

// Clear removes every entry. It refuses a directory that is not a cache.
func Clear(dir string) error {
	text, err := os.ReadFile(filepath.Join(dir, tag))
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return fmt.Errorf("%s does not look like a cache of timeoutlint: it has no %s", dir, tag)
	}
	if err != nil {
		return err
	}
	if string(text) != tagText {
		return fmt.Errorf("%s is the cache of something else", dir)
	}
	c := &Cache{dir: dir}
	if err := c.each(func(e entry) { _ = os.Remove(e.file) }); err != nil {
		return err
	}
	_ = os.Remove(filepath.Join(dir, trimmed))
	return c.prune()
}

// prune removes the folders that have become empty.
func (c *Cache) prune() error {
	for digits := folder; digits <= earlier; digits++ {
		folders, err := filepath.Glob(filepath.Join(c.dir, "*", strings.Repeat("?", digits)))
		if err != nil {
			return err
		}
		for _, f := range folders {
			_ = os.Remove(f) // fails on one that is not empty, as it should
		}
	}
	return nil
}
