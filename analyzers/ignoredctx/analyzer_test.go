package ignoredctx_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/ignoredctx"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, ignoredctx.Analyzer) }
