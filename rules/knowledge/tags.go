package knowledge

import (
	"reflect"
	"strings"
	"unicode"
)

// Tags is a function that fills a struct by the tags of its fields: with what is said
// outside of the code, and with a default of the tag where nothing is said.
type Tags struct {
	Name    string // as types.Func.FullName
	Default Tag    // where the default is
	Env     Tag    // where the name of the variable is
	Fields  bool   // a field without a name goes by the names of the fields to it, in capitals
	Words   bool   // which are split into words
	Prefix  int    // argument that names begin with, and an underscore; -1: none
	Key     Tag    // where the key of the configuration is, of which other calls say what holds
}

// Tag is a part of a struct tag.
type Tag struct {
	Key  string // of the tag
	Part string // what the part begins with, among those between commas: "default="; empty: the first
	All  bool   // the whole tag is the value, commas too
}

// of is the part of a tag.
func (t Tag) of(tag reflect.StructTag) (string, bool) {
	text, ok := tag.Lookup(t.Key)
	if !ok || t.All {
		return text, ok
	}
	for i, part := range strings.Split(text, ",") {
		part = strings.TrimSpace(part)
		if t.Part == "" && i == 0 {
			return part, true
		}
		if rest, ok := strings.CutPrefix(part, t.Part); ok && t.Part != "" {
			return rest, true
		}
	}
	return "", false
}

// TagsOf is what is known of such a function.
func TagsOf(name string) (Tags, bool) {
	for _, t := range tags {
		if t.Name == name {
			return t, true
		}
	}
	return Tags{}, false
}

// Keyed is the key that a field's tag says; the fields to it are in front, with dots.
func (t Tags) Keyed(tag string) (string, bool) {
	key, ok := t.Key.of(reflect.StructTag(tag))
	return key, ok && key != "" && key != "-"
}

// Field is the default that a field's tag says, and the names of the variables that may
// say another, the first before the others; none: not known. Path are the names of the
// fields to it, its own last.
func (t Tags) Field(tag string, path []string, prefix string) (value string, env []string, ok bool) {
	value, ok = t.Default.of(reflect.StructTag(tag))
	if !ok || value == "" {
		return "", nil, false
	}
	name, _ := t.Env.of(reflect.StructTag(tag))
	bare := name
	if name == "" && t.Fields {
		name = t.joined(path)
	}
	switch {
	case name == "":
	case prefix != "":
		env = append(env, strings.ToUpper(prefix)+"_"+name)
		if bare != "" {
			env = append(env, bare)
		}
	default:
		env = append(env, name)
	}
	return value, env, true
}

func (t Tags) joined(path []string) string {
	var parts []string
	for _, name := range path {
		if t.Words {
			name = words(name)
		}
		parts = append(parts, strings.ToUpper(name))
	}
	return strings.Join(parts, "_")
}

// words puts an underscore where a word of a name begins.
func words(name string) string {
	var out []rune
	list := []rune(name)
	for i, r := range list {
		if i > 0 && unicode.IsUpper(r) && (unicode.IsLower(list[i-1]) || i+1 < len(list) && unicode.IsLower(list[i+1])) {
			out = append(out, '_')
		}
		out = append(out, r)
	}
	return string(out)
}

// Read in envconfig v1.4.0, env v11.4.2, go-envconfig v1.4.3, cleanenv v1.5.0, kong
// v1.17.0, go-flags v1.6.1, conf v3.10.0, creasty/defaults v1.11.0, go-defaults v1.2.0.
var tags = []Tags{
	{Name: "github.com/spf13/viper.Unmarshal", Prefix: -1, Key: Tag{"mapstructure", "", false}}, {Name: "(*github.com/spf13/viper.Viper).Unmarshal", Prefix: -1, Key: Tag{"mapstructure", "", false}},
	{"github.com/kelseyhightower/envconfig.Process", Tag{"default", "", true}, Tag{"envconfig", "", true}, true, false, 0, Tag{}},
	{"github.com/kelseyhightower/envconfig.MustProcess", Tag{"default", "", true}, Tag{"envconfig", "", true}, true, false, 0, Tag{}},
	{"github.com/caarlos0/env/v11.Parse", Tag{"envDefault", "", true}, Tag{"env", "", false}, false, false, -1, Tag{}},
	{"github.com/caarlos0/env/v11.ParseWithOptions", Tag{"envDefault", "", true}, Tag{"env", "", false}, false, false, -1, Tag{}},
	{"github.com/caarlos0/env/v10.Parse", Tag{"envDefault", "", true}, Tag{"env", "", false}, false, false, -1, Tag{}},
	{"github.com/caarlos0/env/v9.Parse", Tag{"envDefault", "", true}, Tag{"env", "", false}, false, false, -1, Tag{}},
	{"github.com/caarlos0/env/v8.Parse", Tag{"envDefault", "", true}, Tag{"env", "", false}, false, false, -1, Tag{}},
	{"github.com/caarlos0/env/v6.Parse", Tag{"envDefault", "", true}, Tag{"env", "", false}, false, false, -1, Tag{}},
	{"github.com/caarlos0/env.Parse", Tag{"envDefault", "", true}, Tag{"env", "", false}, false, false, -1, Tag{}},
	{"github.com/sethvargo/go-envconfig.Process", Tag{"env", "default=", false}, Tag{"env", "", false}, false, false, -1, Tag{}},
	{"github.com/sethvargo/go-envconfig.MustProcess", Tag{"env", "default=", false}, Tag{"env", "", false}, false, false, -1, Tag{}},
	{"github.com/ilyakaznacheev/cleanenv.ReadEnv", Tag{"env-default", "", true}, Tag{"env", "", false}, false, false, -1, Tag{}},
	{"github.com/alecthomas/kong.Parse", Tag{"default", "", true}, Tag{"env", "", false}, false, false, -1, Tag{}},
	{"github.com/jessevdk/go-flags.Parse", Tag{"default", "", true}, Tag{"env", "", true}, false, false, -1, Tag{}},
	{"github.com/jessevdk/go-flags.NewParser", Tag{"default", "", true}, Tag{"env", "", true}, false, false, -1, Tag{}},
	{"github.com/ardanlabs/conf/v3.Parse", Tag{"conf", "default:", false}, Tag{"conf", "env:", false}, true, true, 0, Tag{}},
	{"github.com/ardanlabs/conf/v2.Parse", Tag{"conf", "default:", false}, Tag{"conf", "env:", false}, true, true, 0, Tag{}},
	{"github.com/creasty/defaults.Set", Tag{"default", "", true}, Tag{}, false, false, -1, Tag{}},
	{"github.com/creasty/defaults.MustSet", Tag{"default", "", true}, Tag{}, false, false, -1, Tag{}},
	{"github.com/mcuadros/go-defaults.SetDefaults", Tag{"default", "", true}, Tag{}, false, false, -1, Tag{}},
}
