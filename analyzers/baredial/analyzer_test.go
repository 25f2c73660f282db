package baredial_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/baredial"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, baredial.Analyzer) }
