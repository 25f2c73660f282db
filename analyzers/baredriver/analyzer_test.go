package baredriver_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/baredriver"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, baredriver.Analyzer) }
