package bareexec_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/bareexec"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, bareexec.Analyzer) }
