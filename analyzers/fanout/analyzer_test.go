package fanout_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/fanout"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, fanout.Analyzer) }
