package ctxvariant_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/ctxvariant"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, ctxvariant.Analyzer) }
