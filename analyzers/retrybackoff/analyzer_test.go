package retrybackoff_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/retrybackoff"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, retrybackoff.Analyzer) }
