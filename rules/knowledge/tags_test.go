package knowledge

import (
	"slices"
	"testing"
)

// TestTags: what a reader of tags makes of a field.
func TestTags(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		reader, tag, prefix string
		path                []string
		value               string
		env                 []string
	}{
		{"github.com/kelseyhightower/envconfig.Process", `default:"30s"`, "app", []string{"Web", "ReadTimeout"}, "30s", []string{"APP_WEB_READTIMEOUT"}},
		{"github.com/kelseyhightower/envconfig.Process", `envconfig:"READ" default:"30s"`, "app", []string{"ReadTimeout"}, "30s", []string{"APP_READ", "READ"}},
		{"github.com/kelseyhightower/envconfig.Process", `envconfig:"READ"`, "app", []string{"ReadTimeout"}, "", nil},
		{"github.com/caarlos0/env/v11.Parse", `env:"READ,required" envDefault:"5s"`, "", []string{"ReadTimeout"}, "5s", []string{"READ"}},
		{"github.com/sethvargo/go-envconfig.Process", `env:"READ, default=7s, overwrite"`, "", []string{"ReadTimeout"}, "7s", []string{"READ"}},
		{"github.com/ardanlabs/conf/v3.Parse", `conf:"default:20s,short:r"`, "SALES", []string{"Web", "ShutdownTimeout"}, "20s", []string{"SALES_WEB_SHUTDOWN_TIMEOUT"}},
		{"github.com/creasty/defaults.Set", `default:"1m"`, "", []string{"Wait"}, "1m", nil},
	} {
		row, ok := TagsOf(c.reader)
		if !ok {
			t.Fatalf("no row of %s", c.reader)
		}
		value, env, ok := row.Field(c.tag, c.path, c.prefix)
		if value != c.value || ok != (c.value != "") || !slices.Equal(env, c.env) {
			t.Errorf("%s of %s: %q, %q", c.reader, c.tag, value, env)
		}
	}
}
