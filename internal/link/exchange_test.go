package link

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// FuzzRead: whatever a summary file says, it is read, or refused in one line; what
// is read is written the same again, and can be called.
func FuzzRead(f *testing.F) {
	for _, text := range []string{"", "[]", `{"format": "1"}`, `{"format": 1}`, `{"format": 1, "entries": [{"name": "a", "kind": "rpc"}]} {}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := Read(bytes.NewReader(text))
		if err != nil {
			if strings.Contains(err.Error(), "\n") || err.Error() == "" {
				t.Errorf("message %q", err)
			}
			return
		}
		var out, again bytes.Buffer
		require.NoError(t, m.Write(&out))
		back, err := Read(bytes.NewReader(out.Bytes()))
		require.NoError(t, err)
		require.NoError(t, back.Write(&again))
		require.Equal(t, out.String(), again.String())
		for i := range m.Entries {
			r := Build(module(), Options{Dir: "/src", Remotes: []Remote{{Caller: "m/rates", Service: "s", Module: m.Path, Name: m.Entries[i].Name, Entry: &m.Entries[i], Attempts: 2}}})
			told := r.Tell("")
			require.NoError(t, told.valid())
		}
	})
}

// TestTell: a summary has what others can call, and two services that call each
// other do not make it grow for ever.
func TestTell(t *testing.T) {
	t.Parallel()
	r := Build(module(), Options{Module: "m", Dir: "/src"})
	r.Entries = append(r.Entries, Entry{Name: "main", Kind: Startup})
	var sizes []int
	for range 8 {
		m := r.Tell("v1.0.0")
		require.Len(t, m.Entries, 1)
		require.Empty(t, m.Entries[0].Breaks)
		var text bytes.Buffer
		require.NoError(t, m.Write(&text))
		sizes = append(sizes, text.Len())
		back, err := Read(&text)
		require.NoError(t, err)
		require.Equal(t, "v1.0.0", back.Version)
		r = Build(module(), Options{Module: "m", Dir: "/src", Remotes: []Remote{{Caller: "m/rates", Service: "itself", Name: "GET /basket", Entry: &back.Entries[0]}}})
	}
	require.Greater(t, sizes[1], sizes[0])
	require.Equal(t, sizes[6], sizes[7])
}

// TestRemote: a call that answers for longer than its caller waits breaks the
// caller's budget, whether the wait is the caller's own or only the other's.
func TestRemote(t *testing.T) {
	t.Parallel()
	far := &Entry{Name: "GET /rates", Kind: Handler, Own: Wait{Lo: 90 * time.Millisecond, Hi: 90 * time.Millisecond}, Worst: Wait{Lo: 90 * time.Millisecond, Hi: 90 * time.Millisecond}}
	broken := func(caller string) []string {
		var out []string
		for _, b := range Build(module(), Options{Dir: "/src", Remotes: []Remote{{Caller: caller, Service: "far", Name: "GET /rates", Entry: far}}}).Entries[0].Breaks {
			out = append(out, b.Message)
		}
		return out
	}
	nowhere := broken("m/none")
	require.Len(t, nowhere, 1, "the wait of its own, which is there anyway")
	near := broken("m/front.show") // 50, 110 and 60 ms are what it gives its calls
	require.Len(t, near, 3)
	require.Contains(t, near[0], "far may go on with GET /rates for 90ms whoever has left")
	require.Contains(t, near[0], "but http.Client.Do stops waiting after 50ms")
	require.Contains(t, near[1], "stops waiting after 60ms")
}
