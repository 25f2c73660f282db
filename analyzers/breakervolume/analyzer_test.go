package breakervolume_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/breakervolume"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, breakervolume.Analyzer) }
