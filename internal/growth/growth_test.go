package growth_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/growth"
	"github.com/timeoutlint/timeoutlint/internal/trust"
)

// counted are the packages of which statements are counted.
const counted = "github.com/timeoutlint/timeoutlint/...,golang.org/x/tools/...,github.com/bmatcuk/doublestar/v4,go.yaml.in/yaml/v3,go/ast"

// steepest is how much more a byte of the program may cost between the second
// size and the third than between the first and the second. What is linear has
// 1, a product with a logarithm 1.1, a square 2.
const steepest = 1.5

// cost is what one run took, over a program of so many bytes.
type cost struct {
	size, steps, allocated, printed int
	said                            string
}

// TestTrustGrowth: no shape costs more than its size is worth, by counts.
func TestTrustGrowth(t *testing.T) {
	command := filepath.Join(t.TempDir(), "timeoutlint")
	build := exec.Command("go", "build", "-cover", "-covermode=count", "-coverpkg="+counted, "-o", command, "../../cmd/timeoutlint")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	for _, shape := range growth.Shapes() {
		t.Run(shape.Name, func(t *testing.T) {
			var costs []cost
			for _, times := range []int{1, 2, 4} {
				costs = append(costs, run(t, command, shape.Make(times*shape.Size)))
			}
			linear(t, "statements", 2e6, costs, func(c cost) int { return c.steps })
			linear(t, "bytes allocated", 20e6, costs, func(c cost) int { return c.allocated })
			if shape.Prints > 0 {
				for _, c := range costs {
					require.LessOrEqual(t, c.printed, shape.Prints)
				}
			}
			result := "statements and memory grow no faster than the program"
			if shape.GaveUp == "" {
				require.NotContains(t, costs[2].said, "left out")
			} else {
				require.Contains(t, costs[2].said, shape.GaveUp)
				result += "; said to be given up: “" + shape.GaveUp + "”"
			}
			trust.Hold(t, trust.Row{
				Part: trust.Growth, Tried: shape.Name,
				Inputs: fmt.Sprintf("%d, %d and %d of them, every rule", shape.Size, 2*shape.Size, 4*shape.Size), Result: result,
			})
		})
	}
}

// linear fails where a byte of the largest program costs more than one of the
// others. What all of them cost, and differences below the noise, do not count.
func linear(t *testing.T, what string, noise float64, costs []cost, of func(cost) int) {
	t.Helper()
	slope := func(a, b cost) float64 { return float64(of(b)-of(a)) / float64(b.size-a.size) }
	first, second := slope(costs[0], costs[1]), slope(costs[1], costs[2])
	t.Logf("%s: %d, %d, %d; per byte %.0f, then %.0f", what, of(costs[0]), of(costs[1]), of(costs[2]), first, second)
	if float64(of(costs[2])-of(costs[1])) > noise {
		require.LessOrEqual(t, second, steepest*max(first, noise/4/float64(costs[1].size-costs[0].size)), what)
	}
}

// run runs the command over a program with every rule and no cache.
func run(t *testing.T, command string, p growth.Program) cost {
	t.Helper()
	dir := t.TempDir()
	counts, err := os.MkdirTemp("", "growth") // the go command splits at commas, and a test's own folder has its name
	require.NoError(t, err)
	defer os.RemoveAll(counts)
	var c cost
	if p.Files["go.mod"] == "" {
		p.Files["go.mod"] = "module example.com/a\n\ngo 1.26\n"
	}
	for name, text := range p.Files {
		c.size += len(text)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	args := p.Args
	if len(args) == 0 {
		args = []string{"-enable=all", "-stats"}
	}
	cmd := exec.Command(command, append(args, ".")...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOCOVERDIR="+counts, "TIMEOUTLINT_CACHE=off", "GOWORK=off")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		require.IsType(t, new(exec.ExitError), err)
	}
	c.printed, c.said = stdout.Len(), stderr.String()
	if m := regexp.MustCompile(`(\d+) MB allocated`).FindStringSubmatch(c.said); m != nil {
		c.allocated = number(t, m[1]) * 1e6
	}
	var budgets struct{ Unseen []struct{ What string } }
	if json.Unmarshal(stdout.Bytes(), &budgets) == nil {
		for _, u := range budgets.Unseen {
			c.said += u.What + "\n"
		}
	}
	c.steps = statements(t, counts)
	return c
}

// statements adds up what the counters of a run say.
func statements(t *testing.T, counts string) int {
	t.Helper()
	file := filepath.Join(counts, "counts.txt")
	out, err := exec.Command("go", "tool", "covdata", "textfmt", "-i", counts, "-o", file).CombinedOutput()
	require.NoError(t, err, string(out))
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	sum := 0
	for line := range strings.Lines(string(text)) {
		if words := strings.Fields(line); len(words) == 3 { // PLACE STATEMENTS TIMES
			sum += number(t, words[1]) * number(t, words[2])
		}
	}
	require.Positive(t, sum)
	return sum
}

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	require.NoError(t, err)
	return n
}
