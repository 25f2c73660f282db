package baredriver

import (
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/rules"
)

// kafka: a Dialer that a Reader is given; one that dials in sight is dial's.
func (r rule) kafka(o *bounds.Object) {
	if o.Bounded("Timeout", "Deadline") {
		return
	}
	for _, other := range r.b.Objects {
		if other != o && other.Type == o.Type && other.In == o.In && other.Bounded("Timeout") {
			return // one is for the Reader, and another for the error
		}
	}
	for _, l := range o.Leaves {
		store, ok := l.Instr.(*ssa.Store)
		if !ok || l.How != bounds.Stored {
			continue
		}
		addr, ok := store.Addr.(*ssa.FieldAddr)
		if !ok || calls.Named(addr.X.Type()) != "github.com/segmentio/kafka-go.ReaderConfig" {
			continue
		}
		r.report(place(o), rules.High, false, "kafka.Dialer has no Timeout and a Reader is given it: a broker that drops packets, or does not finish the TLS or SASL handshake, holds the reader; DefaultDialer has 10s, a literal has none; set Timeout")
		return
	}
}

// fluent: what is logged is written at once, unless Async says otherwise, and
// whoever logs waits for it.
func (r rule) fluent(o *bounds.Object) {
	if o.Bounded("WriteTimeout") {
		return
	}
	for _, w := range o.Writes("Async") {
		if c, ok := w.Value.(*ssa.Const); ok && c.Value != nil && c.Value.String() == "true" {
			return
		}
	}
	for _, u := range o.Uses {
		if u.Fn != nil && calls.FullName(u.Fn) == "github.com/fluent/fluent-logger-golang/fluent.New" {
			r.report(place(o), rules.High, local(o), "fluent.Config has no WriteTimeout: a log server that accepts and does not read holds whoever logs, for ever; set WriteTimeout, or Async")
			return
		}
	}
}
