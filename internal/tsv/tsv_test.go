package tsv_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/tsv"
)

func TestTable(t *testing.T) {
	rows, err := tsv.Parse("# what it is\na\tb\n1\t2 \n\n3\n", "a", "b")
	require.NoError(t, err)
	require.Equal(t, []tsv.Row{{"a": "1", "b": "2"}, {"a": "3"}}, rows)
	_, err = tsv.Parse("a\tb\n", "c")
	require.ErrorContains(t, err, `1: no column "c"`)
	_, err = tsv.Parse("a\n1\t2\n")
	require.ErrorContains(t, err, "2: 2 cells")
}

func TestWriteKeepsARowOnOneLine(t *testing.T) {
	var b strings.Builder
	require.NoError(t, tsv.Write(&b, "a", "two\nlines", "a\ttab"))
	require.Equal(t, "a\ttwo lines\ta tab\n", b.String())
}
