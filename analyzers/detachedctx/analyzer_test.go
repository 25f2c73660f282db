package detachedctx_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/detachedctx"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, detachedctx.Analyzer) }
