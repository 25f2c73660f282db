// Package cache keeps what a run worked out in a directory, so that the next
// run need not work it out again.
//
// It knows files, checksums, age and size. It does not know what an entry
// means: kinds and keys are its caller's. An entry is whole or it is not
// there: it is written beside its place and renamed, and what does not match
// its checksum is dropped. Any number of processes may share a directory.
package cache

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// Key names an entry among those of its kind.
type Key [sha256.Size]byte

// String is the key in hexadecimal, as the entry's file is called.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// Cache is one directory of entries. A nil Cache holds nothing and keeps nothing.
type Cache struct {
	dir string

	mu      sync.Mutex
	notes   []string // what went wrong, in order
	full    bool     // a write failed: nothing more is written
	made    map[string]bool
	touched map[string]bool
	written int64 // bytes
	told    int64 // of these, what Trim knows of
	limits  Limits
}

const (
	magic  = "timeoutlint cache 1\n"
	header = len(magic) + sha256.Size
	tag    = "CACHEDIR.TAG" // backup programs leave such directories out

	tagText = "Signature: 8a477f597d28d172789f06886806bc55\n# This directory is timeoutlint's cache. It can be deleted at any time.\n"

	folder = 1 // digits of a name that name its folder: to make a folder takes longer than to write a file

	freshFor = time.Hour // how old an entry's time of last use may be before it is renewed
)

// Dir is where entries are kept: the value of TIMEOUTLINT_CACHE, or a folder
// of the user's cache directory.
func Dir(getenv func(string) string) (string, error) {
	if dir := getenv("TIMEOUTLINT_CACHE"); dir != "" {
		if !filepath.IsAbs(dir) {
			return "", fmt.Errorf("TIMEOUTLINT_CACHE is not an absolute path: %s", dir)
		}
		return dir, nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no place for a cache: %w", err)
	}
	return filepath.Join(dir, "timeoutlint"), nil
}

// Open makes the directory if it is missing. It refuses one that holds
// something else.
func Open(dir string) (*Cache, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	name := filepath.Join(dir, tag)
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		list, err := os.ReadDir(dir)
		if err != nil || len(list) > 0 && !slices.ContainsFunc(list, isTag) {
			return nil, cmp.Or(err, fmt.Errorf("%s is neither empty nor a cache of timeoutlint", dir))
		}
		if err := os.WriteFile(name, []byte(tagText), 0o666); err != nil {
			return nil, err
		}
	}
	return &Cache{dir: dir, made: map[string]bool{}, touched: map[string]bool{}, limits: DefaultLimits()}, nil
}

func isTag(d fs.DirEntry) bool { return d.Name() == tag }

// Get returns an entry's content. An entry that is damaged is removed, noted,
// and not there.
func (c *Cache) Get(kind string, key Key) ([]byte, bool) {
	if c == nil {
		return nil, false
	}
	name := c.file(kind, key)
	data, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, false
	case err != nil:
		c.note("cannot read %s: %v", name, err)
		return nil, false
	}
	content, ok := open(kind, key, data)
	if !ok {
		c.note("%s is damaged: dropped", name)
		_ = os.Remove(name)
		return nil, false
	}
	c.touch(name)
	return content, true
}

// Drop removes an entry that says what cannot be, and notes why.
func (c *Cache) Drop(kind string, key Key, why string) {
	if c == nil {
		return
	}
	name := c.file(kind, key)
	c.note("%s %s: dropped", name, why)
	_ = os.Remove(name)
}

// Has reports whether there is an entry, without reading it.
func (c *Cache) Has(kind string, key Key) bool {
	if c == nil {
		return false
	}
	name := c.file(kind, key)
	info, err := os.Stat(name)
	if err != nil || info.Size() < int64(header) {
		return false
	}
	c.touch(name)
	return true
}

// Put keeps an entry. Where it cannot be written, that is noted once and
// nothing more is written: a run does its work without.
func (c *Cache) Put(kind string, key Key, content []byte) {
	if c == nil {
		return
	}
	c.mu.Lock()
	full := c.full
	c.mu.Unlock()
	if full {
		return
	}
	data := seal(kind, key, content)
	err := c.write(c.file(kind, key), data)
	c.mu.Lock()
	switch {
	case err == nil:
		c.written += int64(len(data))
	case !c.full:
		c.full = true
		c.notes = append(c.notes, fmt.Sprintf("cannot write, going on without: %v", err))
	}
	much := c.written-c.told > c.limits.Size/16
	c.mu.Unlock()
	if much { // one run alone may write more than there is room for
		c.Trim(time.Now(), c.limits)
	}
}

// write makes the file appear whole or not at all.
func (c *Cache) write(name string, data []byte) (err error) {
	dir := filepath.Dir(name)
	if err := c.make(dir); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(dir, temporary+"*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(tmp.Name())
		}
	}()
	if _, err = tmp.Write(data); err != nil {
		_ = tmp.Close()
		return err
	}
	if err = tmp.Close(); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), name)
}

// make makes a folder, once. Who finds it made may write into it.
func (c *Cache) make(dir string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.made[dir] {
		return nil
	}
	err := os.MkdirAll(dir, 0o777)
	c.made[dir] = err == nil
	return err
}

// touch renews an entry's time of last use.
func (c *Cache) touch(name string) {
	c.mu.Lock()
	done := c.touched[name]
	c.touched[name] = true
	c.mu.Unlock()
	if done {
		return
	}
	if info, err := os.Stat(name); err == nil && time.Since(info.ModTime()) > freshFor {
		now := time.Now()
		_ = os.Chtimes(name, now, now)
	}
}

func (c *Cache) note(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.notes = append(c.notes, fmt.Sprintf(format, args...))
}

// Notes lists what went wrong so far, a line each.
func (c *Cache) Notes() []string {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.notes)
}

// Location is the directory.
func (c *Cache) Location() string { return c.dir }

func (c *Cache) file(kind string, key Key) string {
	name := key.String()
	return filepath.Join(c.dir, kind, name[:folder], name)
}

// seal puts the checksum before the content. The name is part of what is
// summed: an entry in another's place is damaged.
func seal(kind string, key Key, content []byte) []byte {
	sum := checksum(kind, key, content)
	return slices.Concat([]byte(magic), sum[:], content)
}

func open(kind string, key Key, data []byte) ([]byte, bool) {
	if len(data) < header || string(data[:len(magic)]) != magic {
		return nil, false
	}
	sum := checksum(kind, key, data[header:])
	return data[header:], bytes.Equal(sum[:], data[len(magic):header])
}

func checksum(kind string, key Key, content []byte) (sum Key) {
	h := sha256.New()
	h.Write([]byte(kind))
	h.Write(key[:])
	h.Write(content)
	h.Sum(sum[:0])
	return sum
}
