package hotloop

import (
	"fmt"

	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// idle finds the ways round a loop on which nothing happens, and which it takes
// for ever once a channel has been closed.
func idle(l *retries.Loop) []verdict.Verdict {
	if l.Form != retries.Looped || l.Cap.Kind == retries.Counter {
		return nil
	}
	var out []verdict.Verdict
	for _, way := range l.Idles() {
		if !way.Whole {
			continue
		}
		v := verdict.Verdict{At: verdict.Position(way.Pos), Path: []verdict.Step{{Pos: l.Pos, Text: "goes round again at once"}}}
		switch way.Kind {
		case retries.AfterDone:
			v.Confidence = rules.High
			v.Message = fmt.Sprintf("this case leaves the select, not the loop: when the context has ended, %s is ready for ever and the loop spins at full speed; return, or break to a label", way.Text)
		case retries.AfterClose:
			v.Confidence = rules.Low // perhaps nobody closes it
			if way.Meant {
				v.Confidence = rules.Medium
			}
			v.Message = fmt.Sprintf("when %s is closed the loop comes back to it at once: a closed channel is ready for ever, so it spins at full speed; return, or set the channel to nil", way.Text)
		case retries.AtDefault:
			v.Confidence = rules.High
			v.Message = "the default of this select leads straight back to it: while no case is ready the loop spins at full speed; leave the default out, so that it waits"
		}
		out = append(out, v)
	}
	return out
}

// reopened finds what is opened again as fast as it fails.
func reopened(r *retries.Result, l *retries.Loop) []verdict.Verdict {
	if l.Form != retries.Looped {
		return nil
	}
	var out []verdict.Verdict
	for _, again := range r.Reopenings(l) {
		out = append(out, verdict.Verdict{
			Confidence: rules.Medium,
			At:         verdict.Position(again.Call.Pos()),
			Message: fmt.Sprintf("an error from %s makes the loop call %s again at once, which sends the next error there: while the other side is away it opens and fails at full speed; wait before it is opened again",
				again.Text, again.Fn.Name()),
			Path: []verdict.Step{{Pos: again.Error, Text: "when it fails"}, {Pos: l.Pos, Text: "nothing on the way lets time pass"}},
		})
	}
	for _, again := range r.Streams(l, r.Loops) {
		out = append(out, verdict.Verdict{
			Confidence: rules.Medium,
			At:         verdict.Position(again.Call.Pos()),
			Message: fmt.Sprintf("%s is called again as soon as what it opened has ended: where the other side, or the context, ends it at once, the loop opens and closes at full speed; wait before it is opened again",
				again.Text),
			Path: []verdict.Step{{Pos: l.Pos, Text: "nothing between its end and the next lets time pass"}},
		})
	}
	return out
}
