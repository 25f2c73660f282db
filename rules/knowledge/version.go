package knowledge

import (
	"slices"
	"strconv"
	"strings"
)

// Gated reports whether a row about the module depends on its version.
func (t *Table) Gated(module string) bool {
	module = Family(module)
	for _, lib := range t.libraries {
		for _, src := range lib.sources {
			if Family(src.Module) == module && src.gated() {
				return true
			}
		}
	}
	return false
}

func (l *Library) gated() bool {
	return slices.ContainsFunc(l.Calls, func(r Call) bool { return r.Since+r.Until != "" }) ||
		slices.ContainsFunc(l.Globs, func(r Glob) bool { return r.Since+r.Until != "" }) ||
		slices.ContainsFunc(l.Knobs, func(r Knob) bool { return r.Since+r.Until != "" }) ||
		slices.ContainsFunc(l.Retries, func(r Retry) bool { return r.Since+r.Until != "" }) ||
		slices.ContainsFunc(l.Flows, func(r Flow) bool { return r.Since+r.Until != "" })
}

// inForce reports whether a row for [since, until) speaks of the version. An
// unknown version is taken for the newest.
func inForce(since, until, version string) bool {
	if since == "" && until == "" {
		return true
	}
	if version == "" {
		return until == ""
	}
	if since != "" && compare(version, since) < 0 {
		return false
	}
	return until == "" || compare(version, until) < 0
}

// compare orders module versions ("v1.2.3-rc.1") and toolchain versions
// ("go1.26.8", "1.26rc1") by semantic version precedence; build metadata and
// "+incompatible" do not count.
func compare(a, b string) int {
	aNum, aPre := split(a)
	bNum, bPre := split(b)
	for i := range aNum {
		if aNum[i] != bNum[i] {
			return sign(aNum[i] < bNum[i])
		}
	}
	switch {
	case aPre == bPre:
		return 0
	case aPre == "":
		return 1
	case bPre == "":
		return -1
	}
	as, bs := strings.Split(aPre, "."), strings.Split(bPre, ".")
	for i := 0; i < len(as) && i < len(bs); i++ {
		if as[i] == bs[i] {
			continue
		}
		an, aErr := strconv.Atoi(as[i])
		bn, bErr := strconv.Atoi(bs[i])
		switch {
		case aErr == nil && bErr == nil:
			return sign(an < bn)
		case (aErr == nil) != (bErr == nil):
			return sign(aErr == nil) // numbers before words
		}
		return sign(as[i] < bs[i])
	}
	return sign(len(as) < len(bs))
}

func sign(less bool) int {
	if less {
		return -1
	}
	return 1
}

// split cuts a version into its three numbers and what follows them.
func split(v string) (num [3]int, pre string) {
	v = strings.TrimPrefix(strings.TrimPrefix(v, "v"), "go")
	v, _, _ = strings.Cut(v, "+")
	for i := range num {
		end := 0
		for end < len(v) && '0' <= v[end] && v[end] <= '9' {
			end++
		}
		num[i], _ = strconv.Atoi(v[:end])
		if v = v[end:]; !strings.HasPrefix(v, ".") {
			break
		}
		v = v[1:]
	}
	return num, strings.TrimPrefix(v, "-")
}
