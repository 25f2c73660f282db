package halftransport_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/halftransport"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, halftransport.Analyzer) }
