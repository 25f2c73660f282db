package hotloop_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/hotloop"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, hotloop.Analyzer) }
