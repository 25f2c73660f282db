package houseclient_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/houseclient"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, houseclient.Analyzer) }
