package durationunit_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/durationunit"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, durationunit.Analyzer) }
