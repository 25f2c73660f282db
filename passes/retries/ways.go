package retries

import (
	"fmt"
	"sort"
	"strings"

	"golang.org/x/tools/go/ssa"
)

func (at *way) resolve(v ssa.Value) ssa.Value {
	for range 8 {
		next, ok := at.alias[v]
		if !ok {
			return v
		}
		v = next
	}
	return v
}

func (at *way) copy() way {
	next := *at
	next.known = make(map[ssa.Value]outcome, len(at.known)+1)
	for k, v := range at.known {
		next.known[k] = v
	}
	next.class = make(map[sentinel]bool, len(at.class)+1)
	for k, v := range at.class {
		next.class[k] = v
	}
	next.alias = make(map[ssa.Value]ssa.Value, len(at.alias)+1)
	for k, v := range at.alias {
		next.alias[k] = v
	}
	return next
}

func (at *way) key() string {
	parts := make([]string, 0, len(at.known)+len(at.alias))
	for v, o := range at.known {
		parts = append(parts, fmt.Sprintf("%p=%d", v, o))
	}
	for v, a := range at.alias {
		parts = append(parts, fmt.Sprintf("%p:%p", v, a))
	}
	for k, v := range at.class {
		parts = append(parts, fmt.Sprintf("%p is %s %v", k.value, k.name, v))
	}
	sort.Strings(parts)
	return fmt.Sprintf("%d %d%d%v%v%v%v %s", at.block.Index, at.said, at.flag, at.state, at.others, at.waited, at.turned, strings.Join(parts, " "))
}
