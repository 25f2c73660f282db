package budget

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"math/rand/v2"
	"net/http"
	"strconv"
)

// HeaderIdempotencyKey lets a server recognise a repeated request; net/http too
// takes it as leave to repeat one.
const HeaderIdempotencyKey = "Idempotency-Key"

// keySeed is what the Idempotency-Keys of one operation are made from. The zero
// value makes none.
type keySeed [2]uint64

func newSeed() keySeed { return keySeed{rand.Uint64() | 1, rand.Uint64()} }

// key returns the Idempotency-Key of the next request to address: the same in
// every attempt of the operation, another one for every request of an attempt.
func (c *attemptContext) key(address string) string {
	c.making.Lock()
	if c.posts == nil {
		c.posts = map[string]int{}
	}
	n := c.posts[address]
	c.posts[address]++
	c.making.Unlock()
	b := binary.BigEndian.AppendUint64(nil, c.seed[0])
	b = binary.BigEndian.AppendUint64(b, c.seed[1])
	sum := sha256.Sum256(append(strconv.AppendInt(b, int64(n), 10), address...))
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum[:16])
}

// keyed returns the innermost attempt around c, or c itself, of an idempotent
// operation, which needs the same keys each time; nil if there is none.
func (c *attemptContext) keyed() *attemptContext {
	for ; c != nil; c = insideOf(c.parent) {
		if c.seed != (keySeed{}) {
			return c
		}
	}
	return nil
}

// hedging reports whether c is part of a second attempt beside a first one.
func (c *attemptContext) hedging() bool {
	for ; c != nil; c = insideOf(c.parent) {
		if c.hedge {
			return true
		}
	}
	return false
}

// keyHeader returns the key that a request brings, if it brings one.
func keyHeader(h http.Header) (key string, ok bool) {
	for _, name := range []string{HeaderIdempotencyKey, "X-Idempotency-Key"} {
		if values, ok := h[name]; ok {
			if len(values) > 0 {
				key = values[0]
			}
			return key, true
		}
	}
	return "", false
}
