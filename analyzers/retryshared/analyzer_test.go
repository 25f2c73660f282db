package retryshared_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/retryshared"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, retryshared.Analyzer) }
