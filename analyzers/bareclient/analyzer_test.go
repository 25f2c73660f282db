package bareclient_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/bareclient"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, bareclient.Analyzer) }
