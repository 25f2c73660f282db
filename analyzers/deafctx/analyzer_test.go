package deafctx_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/deafctx"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, deafctx.Analyzer) }
