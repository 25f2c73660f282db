package defaultclient_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/defaultclient"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, defaultclient.Analyzer) }
