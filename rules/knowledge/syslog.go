package knowledge

// log/syslog: dials and writes without limit, and a write may dial again.
var logSyslog = Library{
	Path:    "log/syslog",
	Module:  "std",
	Version: "go1.26.8",
	Calls: []Call{
		{Name: "log/syslog.Dial", Does: Dials, Source: "log/syslog/syslog.go:118"},
		{Name: "log/syslog.New", Does: Dials, Source: "log/syslog/syslog.go:107"},
		{Name: "log/syslog.NewLogger", Does: Dials, Source: "log/syslog/syslog.go:312"},
		{Name: "(*log/syslog.Writer).Write", Does: Writes, Source: "log/syslog/syslog.go:177", Note: "dials again after a failure"},
		{Name: "(*log/syslog.Writer).Emerg", Does: Writes, Source: "log/syslog/syslog.go:196"},
		{Name: "(*log/syslog.Writer).Alert", Does: Writes, Source: "log/syslog/syslog.go:203"},
		{Name: "(*log/syslog.Writer).Crit", Does: Writes, Source: "log/syslog/syslog.go:210"},
		{Name: "(*log/syslog.Writer).Err", Does: Writes, Source: "log/syslog/syslog.go:217"},
		{Name: "(*log/syslog.Writer).Warning", Does: Writes, Source: "log/syslog/syslog.go:224"},
		{Name: "(*log/syslog.Writer).Notice", Does: Writes, Source: "log/syslog/syslog.go:231"},
		{Name: "(*log/syslog.Writer).Info", Does: Writes, Source: "log/syslog/syslog.go:238"},
		{Name: "(*log/syslog.Writer).Debug", Does: Writes, Source: "log/syslog/syslog.go:245"},
	},
}
