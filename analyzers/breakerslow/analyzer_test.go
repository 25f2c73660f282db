package breakerslow_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/breakerslow"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, breakerslow.Analyzer) }
