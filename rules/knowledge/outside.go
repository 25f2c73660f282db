package knowledge

import "strings"

// Outside is a function that gives what is said outside of the code: in flags, in
// the environment, in a file.
type Outside struct {
	Name    string // as types.Func.FullName
	Default int    // argument that holds where nothing is said, a receiver counted as the first; -1: none
	Text    bool   // Default is a text that is read
}

// StructTag stands for a function that is given the name of a variable and the default
// that a struct tag says: what a reader of tags puts into a field.
const StructTag = "struct tag"

// Named is the argument that names the flag, the variable or the key; not ok: none
// does.
func (o Outside) Named() (arg int, ok bool) {
	switch {
	case o.Name == StructTag:
		return 0, true
	case o.Text:
		return 0, false
	case strings.HasPrefix(o.Name, "("):
		return 1, true
	}
	return 0, true
}

// Flags reports whether what is named is a flag.
func (o Outside) Flags() bool { return strings.Contains(o.Name, "flag.") }

// OutsideOf is what is known of such a function.
func OutsideOf(name string) (Outside, bool) {
	for _, o := range outside {
		if o.Name == name {
			return o, true
		}
	}
	return Outside{}, false
}

// Read in Go 1.26, pflag v1.0.10, viper v1.21.0 and cli v2.27.
var outside = []Outside{
	{"flag.Duration", 1, false}, {"flag.Int", 1, false}, {"flag.Int64", 1, false},
	{"(*flag.FlagSet).Duration", 2, false}, {"(*flag.FlagSet).Int", 2, false}, {"(*flag.FlagSet).Int64", 2, false},
	{"github.com/spf13/pflag.Duration", 1, false}, {"github.com/spf13/pflag.DurationP", 2, false}, {"github.com/spf13/pflag.Int", 1, false}, {"github.com/spf13/pflag.IntP", 2, false},
	{"(*github.com/spf13/pflag.FlagSet).Duration", 2, false}, {"(*github.com/spf13/pflag.FlagSet).DurationP", 3, false},
	{"(*github.com/spf13/pflag.FlagSet).Int", 2, false}, {"(*github.com/spf13/pflag.FlagSet).IntP", 3, false},
	{StructTag, 1, true},
	{"time.ParseDuration", 0, true}, {"strconv.Atoi", 0, true}, {"strconv.ParseInt", 0, true}, {"strconv.ParseUint", 0, true},
	{"github.com/spf13/viper.GetDuration", -1, false}, {"github.com/spf13/viper.GetInt", -1, false}, {"github.com/spf13/viper.GetInt64", -1, false},
	{"(*github.com/spf13/viper.Viper).GetDuration", -1, false}, {"(*github.com/spf13/viper.Viper).GetInt", -1, false}, {"(*github.com/spf13/viper.Viper).GetInt64", -1, false},
	{"(*github.com/urfave/cli/v2.Context).Duration", -1, false}, {"(*github.com/urfave/cli/v2.Context).Int", -1, false},
	{"(*github.com/spf13/pflag.FlagSet).GetDuration", -1, false}, {"(*github.com/spf13/pflag.FlagSet).GetInt", -1, false},
}

// Usual is a call that says what holds for a key of the configuration where nobody else
// says anything.
type Usual struct {
	Name       string // as types.Func.FullName
	Key, Value int    // arguments, a receiver counted as the first
}

// UsualOf is what is known of such a call.
func UsualOf(name string) (Usual, bool) {
	for _, k := range usuals {
		if k.Name == name {
			return k, true
		}
	}
	if o, ok := OutsideOf(name); ok && o.Default > 0 && !o.Text {
		arg, _ := o.Named()
		return Usual{name, arg, o.Default}, true
	}
	return Usual{}, false
}

var usuals = []Usual{
	{"github.com/spf13/viper.SetDefault", 0, 1}, {"(*github.com/spf13/viper.Viper).SetDefault", 1, 2},
}
