package retryrpc

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/tries"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// policies looks at what gRPC itself repeats: the methods that a service config
// names.
func policies(pass *analysis.Pass, out *verdict.Reporter) {
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	for _, p := range pass.ResultOf[tries.Analyzer].(*tries.Result).Policies {
		i := slices.IndexFunc(p.Codes, func(code string) bool { return unsure[code] })
		if i < 0 || p.Attempts() < 2 {
			continue
		}
		for _, method := range p.Methods {
			name := method[strings.LastIndexByte(method, '/')+1:]
			if !acts.MatchString(name) {
				continue
			}
			out.Report(pass, verdict.Verdict{
				Rule:       rules.RetryRPC,
				Confidence: rules.Medium,
				Severity:   met.Severity(rules.RetryRPC),
				At:         p.At,
				Message: fmt.Sprintf("the service config has %s made again by gRPC, %d times with the first, after %s, with the same request: when only the answer was lost the server does it twice; leave the method out of the retryPolicy, or let the request carry an id by which the server knows it again",
					method, p.Attempts(), p.Codes[i]),
			})
			break
		}
	}
}

// unsure are the codes after which nobody knows whether the server has done it.
var unsure = map[string]bool{"UNAVAILABLE": true, "DEADLINE_EXCEEDED": true, "UNKNOWN": true, "INTERNAL": true, "CANCELLED": true}
