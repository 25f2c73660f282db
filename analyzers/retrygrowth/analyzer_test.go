package retrygrowth_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/retrygrowth"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, retrygrowth.Analyzer) }
