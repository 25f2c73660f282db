package halfbound_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/halfbound"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, halfbound.Analyzer) }
