package garbage

import (
	"math"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestPaceFollowsWhatIsInUse: the more is in use, the smaller the share that
// garbage may have, down to the least.
func TestPaceFollowsWhatIsInUse(t *testing.T) {
	before := debug.SetGCPercent(100)
	t.Cleanup(func() { debug.SetGCPercent(before) })
	CollectSeldom(func(string) string { return "" })
	pace := func() int {
		p := debug.SetGCPercent(math.MaxInt32)
		debug.SetGCPercent(p)
		return p
	}
	require.Equal(t, 100*room/(4<<20), pace(), "nothing is collected below the room")
	held := make([]byte, room/2)
	runtime.GC()
	require.Eventually(t, func() bool { return pace() < 100 && pace() >= garbage }, 5*time.Second, time.Millisecond)
	held = append(held, make([]byte, room)...)
	runtime.GC()
	require.Eventually(t, func() bool { return pace() == garbage }, 5*time.Second, time.Millisecond)
	runtime.KeepAlive(held)
}

func TestPaceThatTheUserHasSet(t *testing.T) {
	before := debug.SetGCPercent(123)
	t.Cleanup(func() { debug.SetGCPercent(before) })
	for _, set := range []string{"GOGC", "GOMEMLIMIT"} {
		CollectSeldom(func(name string) string {
			if name == set {
				return "50"
			}
			return ""
		})
	}
	require.Equal(t, 123, debug.SetGCPercent(123))
}
