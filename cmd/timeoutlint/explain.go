package main

import (
	"fmt"
	"strings"

	"github.com/timeoutlint/timeoutlint/docs"
	"github.com/timeoutlint/timeoutlint/internal/config"
	"github.com/timeoutlint/timeoutlint/internal/finding"
	"github.com/timeoutlint/timeoutlint/rules"
)

// explain prints a rule's page or, before it has one, its row and what its
// analyzer says of itself; or the page of a library.
func (a app) explain(args []string) int {
	if len(args) != 1 {
		return a.fail("explain takes the name of one rule, or an import path; timeoutlint rules lists the rules")
	}
	if args[0] == finding.DirectiveRule {
		fmt.Fprint(a.stdout, aboutDirectives)
		return exitClean
	}
	rule, found := rules.Lookup(args[0])
	if _, err := config.Select(args); !found || err != nil {
		if page, why := libraryPage(args[0], err != nil); page != nil || why != nil {
			return a.library(page, why)
		}
		if err == nil {
			return a.fail("%s is a group; explain takes the name of one rule", args[0])
		}
		return a.fail("%v", err)
	}
	if page, ok := docs.Rule(rule.Name); ok {
		fmt.Fprintf(a.stdout, "%s\n%s\n", strings.TrimSpace(string(page)), rule.URL())
		return exitClean
	}
	fmt.Fprintf(a.stdout, "%s: %s\n\n", rule.Name, rule.Summary)
	fmt.Fprintf(a.stdout, "Group %s, severity %s, %s, since %s, CWE-%d.\n", rule.Group, rule.Severity, onOff(rule.Default()), rule.Since, rule.CWE)
	if analyzer := a.analyzer(rule.Name); analyzer != nil {
		if doc := strings.TrimSpace(analyzer.Doc); doc != "" && doc != rule.Summary {
			fmt.Fprintf(a.stdout, "\n%s\n", doc)
		}
	}
	fmt.Fprintf(a.stdout, "\n%s\n", rule.URL())
	return exitClean
}

func onOff(on bool) string {
	if on {
		return "on by default"
	}
	return "off by default"
}

const aboutDirectives = `directive: a comment that answers a finding is wrong, expired, or suppresses nothing

	//timeoutlint:ignore RULE[,RULE...] reason [until YYYY-MM-DD]
	//timeoutlint:bounded reason        above a function: its waits are bounded in a way that cannot be seen
	//nolint:timeoutlint // reason      also //nolint:RULE, and in a list
	//lint:ignore RULE reason

At the end of a line a directive speaks for that line; on a line of its own, for
what starts on the next line, to its end. It needs a rule that exists and a
reason. One that suppresses nothing any more should go, so that it does not hide
the next finding.

` + finding.DirectiveURL + "\n"
