package retrykey_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/retrykey"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, retrykey.Analyzer) }
