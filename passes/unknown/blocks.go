package unknown

import (
	"go/types"
	"strings"
	"unicode"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// blocks reports whether the function takes a context, and whether it looks as
// if it waits for something: it takes a context and can fail or is named after
// something that waits; or both can fail and is named so.
func blocks(fn *types.Func) (takes, waits bool) {
	if computes(fn.Pkg().Path()) {
		return false, false
	}
	sig := fn.Signature()
	for p := range sig.Params().Variables() {
		takes = takes || calls.IsContext(p.Type())
	}
	fails := false
	for r := range sig.Results().Variables() {
		if calls.IsContext(r.Type()) {
			return takes, false // it makes a context
		}
		fails = types.Identical(r.Type(), types.Universe.Lookup("error").Type())
	}
	named := verbs[firstWord(fn.Name())]
	return takes, takes && (fails || named) || fails && named
}

// firstWord is the word a name begins with: "get" of GetItem, "do" of Do.
func firstWord(name string) string {
	for i, c := range name {
		if i > 0 && unicode.IsUpper(c) && !unicode.IsUpper(rune(name[i-1])) {
			return strings.ToLower(name[:i])
		}
	}
	return strings.ToLower(name)
}

// verbs are words for what is done with somebody else.
var verbs = words(`accept acquire ask await broadcast call commit connect consume delete describe dial do download
	enqueue exec execute exchange fetch find get handshake insert invoke join list listen lock login lookup
	ping poll post produce publish pull push put query receive reconnect recv request reserve resolve roundtrip run
	scan search send serve shutdown start stat stream submit subscribe sync transfer update upload upsert wait watch`)

// pure are words in the paths of packages that compute, or write to this
// process's own files and screen.
var pure = words(`ansi asm assert ast attribute avro bson cast cbor cli cobra codec color compress config copier csv decimal diff
	doublestar encoding env errors flag flags ginkgo glob gomega gomock goldmark hash hcl json jsonpath jwt logging log logr logrus
	mapstructure markdown metric metrics mock msgpack multierr multierror parser pflag pp pretty proto protobuf protojson prototext
	require semconv semver set slog snappy table template termenv testify text toml trace ulid unit units urfave uuid
	validate validator viper xid xml yaml zap zerolog zstd`)

func words(list string) map[string]bool {
	out := map[string]bool{}
	for _, word := range strings.Fields(list) {
		out[word] = true
	}
	return out
}

// computes reports whether a word of the path tells that the package waits for
// nobody.
func computes(path string) bool {
	_, path, _ = strings.Cut(path, "/") // a host is no subject
	for _, word := range strings.FieldsFunc(path, func(c rune) bool { return strings.ContainsRune("/-._", c) }) {
		if pure[word] {
			return true
		}
	}
	return false
}
