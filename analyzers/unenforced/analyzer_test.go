package unenforced_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/unenforced"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, unenforced.Analyzer) }
