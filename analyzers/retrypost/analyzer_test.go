package retrypost_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/retrypost"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, retrypost.Analyzer) }
