package retryrpc_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/retryrpc"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, retryrpc.Analyzer) }
