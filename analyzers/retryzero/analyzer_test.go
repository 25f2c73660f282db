package retryzero_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/retryzero"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, retryzero.Analyzer) }
