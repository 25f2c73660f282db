package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/timeoutlint/timeoutlint/internal/tsv"
)

// More outcomes of a side, of other tools.
const (
	outOther      = "other"      // a message at the lines, about something else
	outUnfinished = "unfinished" // the tool did not end in time, or failed
)

// runPeers gives the bugs that rules are meant for to other tools, and prints a
// row for each bug and tool.
func runPeers(ctx context.Context, o options, src source, w, stderr io.Writer) error {
	cases, err := readCases(o)
	if err != nil {
		return err
	}
	programs, err := peerPrograms(o)
	if err != nil {
		return err
	}
	if err := tsv.Write(w, "id", "tool", "version", "before", "after", "place", "message"); err != nil {
		return err
	}
	for _, c := range cases {
		if c.scope != "meant" || c.kind == "benign" || !c.before.loads || c.after != nil && !c.after.loads {
			continue
		}
		for _, p := range programs {
			fmt.Fprintf(stderr, "%s %s\n", c.id, filepath.Base(p.path))
			for _, r := range p.judge(ctx, o, src, c, stderr) {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				if err := tsv.Write(w, c.id, r.name, r.version, r.before, r.after, or(r.place, "-"), or(r.message, "-")); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// peerResult is what a tool came to on a case.
type peerResult struct {
	peer
	before, after  string
	place, message string // of what it reported, or why it did not end
}

// judge runs a program before the fix of a case and, where one of its tools
// reported something there, after it.
func (p program) judge(ctx context.Context, o options, src source, c testCase, stderr io.Writer) []peerResult {
	results := make([]peerResult, len(p.peers))
	for i, t := range p.peers {
		results[i] = peerResult{peer: t, before: outMissed, after: outSkip}
	}
	spots, function, err := p.spots(ctx, o, src, c.before)
	if err != nil {
		for i := range results {
			results[i].before, results[i].message = outUnfinished, brief(err)
		}
		return results
	}
	var keys [][]string
	again := false
	for i := range results {
		r := &results[i]
		at := slices.DeleteFunc(slices.Clone(spots), func(s spot) bool { return s.Rule != r.name || !c.atBug(s, function) })
		keys = append(keys, nil)
		for _, s := range at {
			fmt.Fprintf(stderr, "\t%s\t%s:%d\t%s\n", s.Rule, s.File, s.Line, s.Message)
			level := outOther
			if r.speaks(s.Message) {
				level = outFound
				keys[i] = append(keys[i], s.key())
			}
			if r.before == outMissed || r.before == outOther && level == outFound {
				r.before, r.place, r.message = level, fmt.Sprintf("%s:%d", s.File, s.Line), s.Message
			}
		}
		again = again || r.before == outFound
	}
	if !again || c.after == nil || c.skipAfter {
		return results
	}
	spots, _, err = p.spots(ctx, o, src, *c.after)
	for i := range results {
		r := &results[i]
		switch {
		case r.before != outFound:
		case err != nil:
			r.after = outUnfinished
		case slices.ContainsFunc(spots, func(s spot) bool {
			return s.Rule == r.name && r.speaks(s.Message) && c.atFix(s, keys[i])
		}):
			r.after = outStill
		default:
			r.after = outSilent
		}
	}
	return results
}
