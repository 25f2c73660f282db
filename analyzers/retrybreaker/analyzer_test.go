package retrybreaker_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/retrybreaker"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, retrybreaker.Analyzer) }
