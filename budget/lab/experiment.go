package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/timeoutlint/timeoutlint/budget"
	"github.com/timeoutlint/timeoutlint/budget/lab/bench"
)

// experiments are the other two that the command can run, each in two ways.
var experiments = map[string]func(io.Writer) error{
	"herd": herd,
	"pool": pool,
}

func herd(out io.Writer) error {
	tw := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "\tok\tgave up\tcalls\tmost in 10 ms\t")
	h := bench.DefaultHerd()
	for _, h.Jitter = range []bool{false, true} {
		name := "without jitter"
		if h.Jitter {
			name = "with full jitter"
		}
		r := bench.RunHerd(h)
		fmt.Fprintf(tw, "%s\t%d\t%d\t%d\t%d\t\n", name, r.OK, r.Failed, r.Calls, r.Peak)
	}
	return tw.Flush()
}

func pool(out io.Writer) error {
	tw := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "\trequests of each route\tok, the hanging one\tok, the other\t")
	p := bench.DefaultPool()
	for _, p.Bulkhead = range []int{budget.Off, p.Size / 2} {
		name := "without a bulkhead"
		if p.Bulkhead > 0 {
			name = fmt.Sprintf("%d of %d for a route", p.Bulkhead, p.Size)
		}
		r, err := bench.RunPool(p)
		if err != nil {
			return err
		}
		fmt.Fprintf(tw, "%s\t%d\t%d\t%d\t\n", name, r.Requests, r.HangingOK, r.OtherOK)
	}
	return tw.Flush()
}
