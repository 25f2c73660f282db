package lostlimit_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/lostlimit"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, lostlimit.Analyzer) }
