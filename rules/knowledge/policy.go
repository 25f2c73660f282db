package knowledge

// Policy says what one function, option, method, type or field adds to the
// policy by which a library repeats what it is given. Policies are read in
// the order in which code puts them together: a later one wins, and what it does
// not speak of stays.
//
// A number is written as text: "3", "arg:1" for what the argument is (of a
// field, "arg:0" is what is stored), "arg:1+1" where the argument counts what
// comes after the first, "unlimited".
type Policy struct {
	Name     string  `yaml:"policy"`             // FullName of a function or method; "path.Type" of a literal; "path.Type.Field"
	From     Bound   `yaml:"from,omitempty"`     // "arg:N" or "recv": whose policy it starts with; empty: with none, or, an option, with that it is put on
	Options  Bound   `yaml:"options,omitempty"`  // "arg:N": the variadic argument whose values add to it
	Attempts string  `yaml:"attempts,omitempty"` // most calls, the first included
	Zero     Meaning `yaml:"zero,omitempty"`     // of the argument of Attempts or Elapsed: 0
	Negative Meaning `yaml:"negative,omitempty"` // below 0
	Elapsed  string  `yaml:"elapsed,omitempty"`  // time after which no attempt begins
	Delay    Spacing `yaml:"delay,omitempty"`    // between two attempts
	Jitter   string  `yaml:"jitter,omitempty"`   // "yes", "no", "arg:N" unless that is 0, "any" if one of the options has it
	Picks    bool    `yaml:"picks,omitempty"`    // only some errors are repeated
	Ctx      Bound   `yaml:"ctx,omitempty"`      // "arg:N": the context that ends it
	Since    string  `yaml:"since,omitempty"`
	Until    string  `yaml:"until,omitempty"`
	Source   string  `yaml:"source,omitempty"`
	Note     string  `yaml:"note,omitempty"`
}

// Spacing is how the delays between attempts follow each other.
type Spacing string

// The spacings.
const (
	NoDelay     Spacing = "none"
	Constant    Spacing = "constant"
	Growing     Spacing = "growing"     // by a sum or a table
	Exponential Spacing = "exponential" // by a factor
	GivenDelay  Spacing = "given"       // a function of the user's says
)
