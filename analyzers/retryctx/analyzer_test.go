package retryctx_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/retryctx"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, retryctx.Analyzer) }
