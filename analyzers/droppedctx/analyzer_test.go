package droppedctx_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/droppedctx"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, droppedctx.Analyzer) }
