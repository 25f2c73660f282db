package retrycap_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/retrycap"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, retrycap.Analyzer) }
