package waitforready_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/waitforready"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, waitforready.Analyzer) }
