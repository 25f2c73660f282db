package deafsleep_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/deafsleep"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, deafsleep.Analyzer) }
