package idempotency

import (
	"strings"
	"unicode"
)

// Reads reports whether the address, or a function on the way, says that the
// request reads, or is the same the second time.
func (a Act) Reads() bool {
	for _, name := range a.Names {
		if speaks(name) {
			return true
		}
	}
	for _, t := range a.URL {
		if text, _ := t.known(); speaks(text) {
			return true
		}
	}
	return false
}

// speaks reports whether one of the words in a name is one of those that ask for
// something, or set it to what it then is.
func speaks(name string) bool {
	for _, word := range words(name) {
		if repeatable[word] {
			return true
		}
	}
	return false
}

// repeatable are the words for what may be done twice.
var repeatable = func() map[string]bool {
	out := map[string]bool{}
	for _, word := range strings.Fields(`search msearch query queries list find lookup get fetch read load retrieve show describe
		valid validate validation verify verification check introspect introspection inspect resolve
		token tokens oauth oauth2 login logon logout auth authenticate authentication authorize session sessions signin sign signature verify
		graphql gql rpc jsonrpc xmlrpc soap predict prediction embed embedding embeddings complete completion completions chat messages generate infer inference
		moderations rerank tokenize summarize transcribe transcriptions render translate translation convert parse analyze analysis classify detect score suggest suggestions preview estimate
		quote quotes calculate compute count aggregate explain simulate dryrun diff compare scan match filter browse
		metric metrics log logs logging trace traces span spans telemetry otlp push write ingest upload export report ping health healthz heartbeat keepalive
		register registration deregister refresh renew sync synchronize status state update upsert set put replace patch delete remove purge cancel abort stop close disable enable lock unlock ack acknowledge
		subscribe unsubscribe watch poll batchget mget bulkget exists has test echo version ready wait flush reload reset rotate invalidate warm`) {
		out[word] = true
	}
	return out
}()

// words cuts a name, or an address, into its words in lower case: at signs, and
// where a capital begins.
func words(name string) []string {
	var out []string
	var word strings.Builder
	end := func() {
		if word.Len() > 0 {
			out = append(out, strings.ToLower(word.String()))
			word.Reset()
		}
	}
	runes := []rune(name)
	for i, c := range runes {
		switch {
		case !unicode.IsLetter(c) && !unicode.IsDigit(c):
			end()
			continue
		case unicode.IsUpper(c) && i > 0 && (unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			end()
		}
		word.WriteRune(c)
	}
	end()
	return out
}
