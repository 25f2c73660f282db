package calls

import (
	"go/importer"
	"go/types"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFullName: it is the name that go/types gives, but for type parameters.
func TestFullName(t *testing.T) {
	t.Parallel()
	parameters := regexp.MustCompile(`\[[^\]]*\]`)
	methods := 0
	for _, path := range []string{"net/http", "sync/atomic", "iter", "slices", "encoding/json", "context"} {
		pkg, err := importer.Default().Import(path)
		require.NoError(t, err)
		for _, name := range pkg.Scope().Names() {
			obj := pkg.Scope().Lookup(name)
			if fn, ok := obj.(*types.Func); ok {
				require.Equal(t, path+"."+name, FullName(fn))
			}
			for _, recv := range []types.Type{obj.Type(), types.NewPointer(obj.Type())} {
				set := types.NewMethodSet(recv)
				for i := range set.Len() {
					fn := set.At(i).Obj().(*types.Func)
					methods++
					require.Equal(t, parameters.ReplaceAllString(fn.Origin().FullName(), ""), FullName(fn))
				}
			}
		}
	}
	require.Greater(t, methods, 500)
}
