package breakererrors_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/breakererrors"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, breakererrors.Analyzer) }
