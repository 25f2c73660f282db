package cache

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	temporary = "tmp-"    // names of files that are being written
	trimmed   = "trimmed" // when the last trim was, the bytes that it left, and what was written since
	abandoned = time.Hour // a file that was being written for so long never will be
	trimEvery = 24 * time.Hour
	earlier   = 2 // digits of the names of folders that earlier versions made
)

// Limits bound a directory.
type Limits struct {
	Age  time.Duration // an entry that nobody used for longer goes
	Size int64         // bytes; the entries that were not used for longest go first
}

// DefaultLimits keep two weeks and a gigabyte.
func DefaultLimits() Limits { return Limits{Age: 14 * 24 * time.Hour, Size: 1 << 30} }

// Trim brings the directory within the limits where it may be beyond them, and
// once a day, and reports whether it looked. What is used by another run may go,
// too, where that is what was not used for longest: it is worked out again then.
func (c *Cache) Trim(now time.Time, limits Limits) bool {
	if c == nil {
		return false
	}
	c.mu.Lock()
	more := c.written - c.told
	c.told = c.written
	c.mu.Unlock()
	mark := filepath.Join(c.dir, trimmed)
	last, before, known := ledger(mark)
	if known && now.Sub(last) < trimEvery && before+more <= limits.Size-limits.Size/16 {
		if more > 0 {
			told(mark, more)
		}
		return false
	}
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
	room := limits.Size
	if total > room-room/16 {
		room -= room / 8 // so that the next run need not look again
	}
	for _, e := range kept {
		if total <= room {
			break
		}
		if os.Remove(e.file) == nil {
			total -= e.size
		}
	}
	return os.WriteFile(mark, fmt.Appendf(nil, "%d %d\n", now.UnixNano(), total), 0o666) == nil
}

// ledger reads when the directory was trimmed, and how many bytes it has at most
// by what the runs since then said. Entries that were written twice, or dropped,
// count as if they were there.
func ledger(mark string) (last time.Time, total int64, known bool) {
	text, err := os.ReadFile(mark)
	if err != nil {
		return last, 0, false
	}
	first, rest, _ := strings.Cut(string(text), "\n")
	var nanos int64
	if n, err := fmt.Sscan(first, &nanos, &total); n != 2 || err != nil {
		return last, 0, false
	}
	for line := range strings.Lines(rest) {
		more, err := strconv.ParseInt(strings.TrimSpace(line), 10, 64)
		if err != nil || more < 0 {
			return last, 0, false
		}
		total += more
	}
	return time.Unix(0, nanos), total, true
}

// told adds to the ledger; runs that do so at the same time each have a line.
func told(mark string, more int64) {
	file, err := os.OpenFile(mark, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return
	}
	_, _ = fmt.Fprintf(file, "%d\n", more)
	_ = file.Close()
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
