package retrysql_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/retrysql"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, retrysql.Analyzer) }
