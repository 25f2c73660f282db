package zeroconfig_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/zeroconfig"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, zeroconfig.Analyzer) }
