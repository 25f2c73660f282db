package driver_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/driver/cache"
	"github.com/timeoutlint/timeoutlint/internal/driver/smoke"
)

// victim is the process that is killed: a run in the folder and with the cache
// that its environment names.
func victim() int {
	c, err := cache.Open(os.Getenv("VICTIM_CACHE"))
	if err == nil {
		_, err = driver.Run(context.Background(), driver.Options{Dir: os.Getenv("VICTIM_DIR"), Analyzers: []*analysis.Analyzer{smoke.Analyzer}, Cache: c})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// TestKilled kills runs at random moments, edits in between, and requires of
// what is left that it is whole and leads to the findings of a run without.
// KILLS says how many; the default is few.
func TestKilled(t *testing.T) {
	kills := 8
	if n, err := strconv.Atoi(os.Getenv("KILLS")); err == nil {
		kills = n
	} else {
		t.Parallel()
	}
	self, err := os.Executable()
	require.NoError(t, err)
	p := newProject(t, stack)
	random := rand.New(rand.NewPCG(1, uint64(kills)))
	edits := []func(i int){
		func(i int) { p.write("apart/more.go", fmt.Sprintf("package apart\n\nfunc more%d() { wait() }\n", i)) },
		func(i int) { p.write("low/more.go", fmt.Sprintf("package low\n\nfunc More%d() { wait() }\n", i%3)) },
		func(i int) {
			p.write("mid/more.go", fmt.Sprintf("package mid\n\nimport \"example.com/m/low\"\n\nfunc Wait(t *low.T) { %s }\n", strings.Repeat("t.Slow(``);", i%4)))
		},
		func(int) {},
	}
	p.run()
	usual, killed, survived := 100*time.Millisecond, 0, 0
	for i := 0; killed < kills; i++ {
		edits[random.IntN(len(edits))](i)
		ctx, cancel := context.WithCancel(context.Background())
		cmd := exec.CommandContext(ctx, self, "victim")
		cmd.Env = append(os.Environ(), "VICTIM_DIR="+p.dir, "VICTIM_CACHE="+p.opts.Cache.Location())
		start := time.Now()
		require.NoError(t, cmd.Start())
		timer := time.AfterFunc(time.Duration(random.Int64N(int64(usual))), cancel)
		if cmd.Wait() != nil {
			killed++
		} else {
			survived++
			usual = time.Since(start) // so that the next one is killed at any moment of its work
		}
		timer.Stop()
		cancel()
		require.Less(t, survived, 20*kills)
	}
	t.Logf("%d runs were killed, %d came to their end", killed, survived)
	_, damaged, err := p.opts.Cache.Check()
	require.NoError(t, err)
	require.Empty(t, damaged)
	p.run()
	require.Equal(t, nothing, cost(p.run()))
}
