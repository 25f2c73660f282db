package docgen

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// dash stands for what was not read.
const dash = "—"

var effects = map[knowledge.Effect]string{
	knowledge.Dials:    "connects",
	knowledge.Requests: "sends and waits for the answer",
	knowledge.Queries:  "queries",
	knowledge.Receives: "waits for what is sent",
	knowledge.Writes:   "writes",
	knowledge.Waits:    "waits",
	knowledge.Acquires: "waits for a slot",
	knowledge.Runs:     "runs a command",
	knowledge.Serves:   "serves until stopped",
	knowledge.Streams:  "streams until stopped",
	knowledge.Sleeps:   "sleeps",
	knowledge.Closes:   "flushes or closes",
	knowledge.Builds:   "does not wait: makes what then runs without a context",
}

var stages = map[knowledge.Stage]string{
	knowledge.Total:     "the whole call",
	knowledge.Attempt:   "one attempt",
	knowledge.Connect:   "connecting",
	knowledge.TLS:       "TLS handshake",
	knowledge.Header:    "first answer",
	knowledge.Read:      "reading",
	knowledge.Write:     "writing",
	knowledge.Acquire:   "waiting for a slot",
	knowledge.PoolStage: "pool size",
	knowledge.Poll:      "one poll",
	knowledge.Handling:  "handler",
	knowledge.RetryTime: "retrying",
	knowledge.Lock:      "lock or lease",
	knowledge.Open:      "breaker",
	knowledge.Keepalive: "dead peer",
	knowledge.Idle:      "idle connection",
	knowledge.Lifetime:  "lifetime",
	knowledge.Shutdown:  "shutdown",
	knowledge.Limit:     "limit",
}

// stageOrder is the order of a page: a call's way, then the pool's.
var stageOrder = []knowledge.Stage{
	knowledge.Total, knowledge.Attempt, knowledge.Connect, knowledge.TLS, knowledge.Header, knowledge.Read, knowledge.Write,
	knowledge.Acquire, knowledge.PoolStage, knowledge.Poll, knowledge.Handling, knowledge.RetryTime, knowledge.Lock, knowledge.Open,
	knowledge.Keepalive, knowledge.Idle, knowledge.Lifetime, knowledge.Shutdown, knowledge.Limit,
}

var forms = map[knowledge.Form]string{
	knowledge.Field:    "field",
	knowledge.Setter:   "method",
	knowledge.Option:   "function",
	knowledge.Method:   "method",
	knowledge.DSN:      "connection string",
	knowledge.Env:      "environment",
	knowledge.Key:      "document key",
	knowledge.Variable: "package variable",
	knowledge.TypeForm: "type",
}

var meanings = map[knowledge.Meaning]string{
	knowledge.Infinite:   "no limit",
	knowledge.Unlimited:  "unlimited",
	knowledge.Default:    "the default",
	knowledge.Disabled:   "off",
	knowledge.Immediate:  "expires at once",
	knowledge.Refused:    "refused: an error or a panic",
	knowledge.Inherited:  "another setting applies",
	knowledge.Literal:    "taken as it is",
	knowledge.SingleTry:  "one call, no retry",
	knowledge.NeverRuns:  "not even one call",
	knowledge.Minimum:    "raised to the minimum",
	knowledge.NoMeaning:  "cannot be set so",
	knowledge.NoneAtAll:  "none is kept",
	knowledge.OtherwiseM: "see the note",
}

var countings = map[knowledge.Counting]string{
	knowledge.TotalTries: "N calls, the first included",
	knowledge.ExtraTries: "N retries: N+1 calls",
	knowledge.NoCount:    "goes on for ever",
	knowledge.ByTime:     "goes on until a time has passed",
	knowledge.Switch:     "on or off",
	knowledge.FixedCount: "built in",
}

var tristates = map[knowledge.Tristate]string{
	knowledge.Yes:   "yes",
	knowledge.No:    "**no**",
	knowledge.OptIn: "on request",
	knowledge.PerAt: "as set",
}

var units = map[string]string{
	"": "", "duration": "", "bool": "", "switch": "", "func": "",
	"s": "seconds", "ms": "milliseconds", "us": "microseconds",
	"time":   "a point in time",
	"text":   "text like 5s",
	"s|text": "seconds, or text like 5s",
	"count":  "a number", "bytes": "bytes", "rate": "a rate", "ratio": "a ratio", "string": "text",
}

// waiting are the stages in which somebody waits: no limit there is for ever.
var waiting = map[knowledge.Stage]bool{
	knowledge.Total: true, knowledge.Attempt: true, knowledge.Connect: true, knowledge.TLS: true, knowledge.Header: true,
	knowledge.Read: true, knowledge.Write: true, knowledge.Acquire: true, knowledge.Poll: true, knowledge.Shutdown: true,
}

// patient are the stages in which not to wait is a choice and no failure.
var patient = map[knowledge.Stage]bool{
	knowledge.Header: true, knowledge.Write: true, knowledge.Acquire: true, knowledge.Poll: true, knowledge.Shutdown: true,
}

var ordinals = []string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh"}

func ordinal(arg int) string {
	if arg >= 0 && arg < len(ordinals) {
		return ordinals[arg]
	}
	return strconv.Itoa(arg+1) + "th"
}

// means is a special value of a knob in words.
func means(k knowledge.Knob, m knowledge.Meaning) string {
	switch {
	case m == knowledge.Infinite && (waiting[k.Stage] || k.Unit == "count"): // no slot at all
		return "**waits for ever**"
	case m == knowledge.Immediate && patient[k.Stage]:
		return "does not wait"
	}
	return meaning(m, k.Default)
}

// meaning is a special value in words; the default is named with its value.
func meaning(m knowledge.Meaning, standard string) string {
	if m == knowledge.Default && standard != "" && standard != "0" {
		return "the default, " + standard
	}
	return meanings[m]
}

// standard is what holds when the knob is left alone.
func standard(k knowledge.Knob) string {
	infinite := k.Zero == knowledge.Infinite && (k.Default == "0" || k.Default == "none" || k.Default == "" && k.Form == knowledge.Field)
	switch {
	case infinite && waiting[k.Stage]:
		return "**waits for ever**"
	case infinite:
		return "no limit"
	case k.Default == "0" && k.Zero != "" && k.Zero != knowledge.Literal && k.Zero != knowledge.Default:
		return means(k, k.Zero)
	}
	return k.Default
}

// setBy says how a knob is set.
func setBy(form knowledge.Form, arg int, unit string) string {
	text := forms[form]
	if (form == knowledge.Option || form == knowledge.Setter || form == knowledge.Method) && arg > 0 {
		text = fmt.Sprintf("%s, %s argument", text, ordinal(arg))
	}
	word, known := units[unit]
	if !known { // a Go type
		word = "`" + last(strings.TrimLeft(unit, "*")) + "`"
		if strings.HasPrefix(unit, "*") {
			word = "`*" + last(strings.TrimLeft(unit, "*")) + "`"
		}
	}
	if word != "" {
		text += ": " + word
	}
	return text
}

// versions says for which versions a row holds.
func versions(since, until string) string {
	switch {
	case since != "" && until != "":
		return since + " until " + until
	case since != "":
		return "since " + since
	case until != "":
		return "before " + until
	}
	return ""
}
