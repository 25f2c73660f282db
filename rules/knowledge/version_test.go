package knowledge

import "testing"

func TestCompare(t *testing.T) {
	ascending := []string{
		"v0.9.9", "v1.0.0-alpha", "v1.0.0-alpha.1", "v1.0.0-alpha.beta", "v1.0.0-beta.2", "v1.0.0-beta.11", "v1.0.0-rc.1",
		"v1.0.0", "v1.0.1-0.20200101000000-abcdefabcdef", "v1.0.1", "v1.2.0", "v1.10.0", "v2.0.0+incompatible", "v28.5.2+incompatible",
	}
	for i, a := range ascending {
		for j, b := range ascending {
			want := 0
			if i != j {
				want = sign(i < j)
			}
			if got := compare(a, b); got != want {
				t.Errorf("compare(%s, %s) = %d, want %d", a, b, got, want)
			}
		}
	}
	for a, b := range map[string]string{"go1.25.3": "go1.26", "1.26rc1": "go1.26", "go1.26": "go1.26.8"} {
		if compare(a, b) != -1 {
			t.Errorf("%s is not before %s", a, b)
		}
	}
}
