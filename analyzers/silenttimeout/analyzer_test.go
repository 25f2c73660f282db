package silenttimeout_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/silenttimeout"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, silenttimeout.Analyzer) }
