package bareserver_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/bareserver"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, bareserver.Analyzer) }
