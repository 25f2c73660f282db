package knowledge

// Outside is a function that gives what is said outside of the code: in flags, in
// the environment, in a file.
type Outside struct {
	Name    string // as types.Func.FullName
	Default int    // argument that holds where nothing is said, a receiver counted as the first; -1: none
	Text    bool   // Default is a text that is read
}

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
	{"time.ParseDuration", 0, true}, {"strconv.Atoi", 0, true}, {"strconv.ParseInt", 0, true}, {"strconv.ParseUint", 0, true},
	{"github.com/spf13/viper.GetDuration", -1, false}, {"github.com/spf13/viper.GetInt", -1, false}, {"github.com/spf13/viper.GetInt64", -1, false},
	{"(*github.com/spf13/viper.Viper).GetDuration", -1, false}, {"(*github.com/spf13/viper.Viper).GetInt", -1, false}, {"(*github.com/spf13/viper.Viper).GetInt64", -1, false},
	{"(*github.com/urfave/cli/v2.Context).Duration", -1, false}, {"(*github.com/urfave/cli/v2.Context).Int", -1, false},
	{"(*github.com/spf13/pflag.FlagSet).GetDuration", -1, false}, {"(*github.com/spf13/pflag.FlagSet).GetInt", -1, false},
}
