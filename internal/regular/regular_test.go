package regular

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, []byte("12345"), 0o600))
	text, err := Read(file, 5)
	require.NoError(t, err)
	require.Equal(t, "12345", string(text))
	_, err = Read(file, 4)
	require.ErrorContains(t, err, "it is larger than")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	text, err = Read(file, 4)
	require.NoError(t, err)
	require.Empty(t, text)
	_, err = Read(dir, 4)
	require.ErrorContains(t, err, "it is a folder, not a file")
	_, err = Read(filepath.Join(dir, "none"), 4)
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.True(t, strings.HasPrefix(err.Error(), "open "), "as that of os.ReadFile")
}
