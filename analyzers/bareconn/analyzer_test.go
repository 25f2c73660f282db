package bareconn_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/bareconn"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, bareconn.Analyzer) }
