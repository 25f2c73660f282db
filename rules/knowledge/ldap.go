package knowledge

// LDAP, DNS and ZooKeeper.
var goLDAP = Library{
	Path:    "github.com/go-ldap/ldap/v3",
	Module:  "github.com/go-ldap/ldap/v3",
	Version: "v3.4.15",
	Note:    "Requests have no limit until SetTimeout.",
	Calls: []Call{
		{Name: "github.com/go-ldap/ldap/v3.DialURL", Does: Dials, Bound: []Bound{"const:60s"}, Source: "conn.go:263"},
		{Name: "github.com/go-ldap/ldap/v3.Dial", Does: Dials, Bound: []Bound{"const:60s"}, Source: "conn.go:214"},
		{Name: "github.com/go-ldap/ldap/v3.DialTLS", Does: Dials, Bound: []Bound{"const:60s"}, Source: "conn.go:228"},
		{Name: "(*github.com/go-ldap/ldap/v3.Conn).Bind", Does: Requests, Bound: []Bound{"setter:(*github.com/go-ldap/ldap/v3.Conn).SetTimeout"}, Source: "bind.go:113"},
		{Name: "(*github.com/go-ldap/ldap/v3.Conn).SimpleBind", Does: Requests, Bound: []Bound{"setter:(*github.com/go-ldap/ldap/v3.Conn).SetTimeout"}, Source: "bind.go:64"},
		{Name: "(*github.com/go-ldap/ldap/v3.Conn).Search", Does: Requests, Bound: []Bound{"setter:(*github.com/go-ldap/ldap/v3.Conn).SetTimeout"}, Source: "search.go:585"},
		{Name: "(*github.com/go-ldap/ldap/v3.Conn).SearchWithPaging", Does: Requests, Bound: []Bound{"setter:(*github.com/go-ldap/ldap/v3.Conn).SetTimeout"}, Source: "search.go:521"},
		{Name: "(*github.com/go-ldap/ldap/v3.Conn).Modify", Does: Requests, Bound: []Bound{"setter:(*github.com/go-ldap/ldap/v3.Conn).SetTimeout"}, Source: "modify.go:112"},
		{Name: "(*github.com/go-ldap/ldap/v3.Conn).Add", Does: Requests, Bound: []Bound{"setter:(*github.com/go-ldap/ldap/v3.Conn).SetTimeout"}, Source: "add.go:70"},
		{Name: "(*github.com/go-ldap/ldap/v3.Conn).Del", Does: Requests, Bound: []Bound{"setter:(*github.com/go-ldap/ldap/v3.Conn).SetTimeout"}, Source: "del.go:39"},
		{Name: "(*github.com/go-ldap/ldap/v3.Conn).StartTLS", Does: Requests, Bound: []Bound{"setter:(*github.com/go-ldap/ldap/v3.Conn).SetTimeout"}, Source: "conn.go:391"},
	},
	Knobs: []Knob{
		{Owner: "github.com/go-ldap/ldap/v3", Form: Variable, Name: "DefaultTimeout", Stage: Connect, Default: "60s", Zero: Infinite, Source: "conn.go:130"},
		{Owner: "(*github.com/go-ldap/ldap/v3.Conn)", Form: Setter, Name: "SetTimeout", Stage: Total, Default: "0", Zero: Infinite, Negative: Infinite, Source: "conn.go:295"},
		{Owner: "github.com/go-ldap/ldap/v3.SearchRequest", Form: Field, Name: "TimeLimit", Stage: Total, Unit: "s", Default: "0", Source: "search.go:449", Note: "the server is asked to keep it"},
	},
}

var miekgDNS = Library{
	Path:    "github.com/miekg/dns",
	Module:  "github.com/miekg/dns",
	Version: "v1.1.73",
	Note:    "Dial, read and write have 2s each.",
	Calls: []Call{
		{Name: "github.com/miekg/dns.Exchange", Does: Requests, Bound: []Bound{"const:2s"}, Instead: "ExchangeContext", Source: "client.go:78"},
		{Name: "github.com/miekg/dns.ExchangeContext", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "client.go:404"},
		{Name: "(*github.com/miekg/dns.Client).Exchange", Does: Requests, Bound: []Bound{"field:github.com/miekg/dns.Client.Timeout", "field:github.com/miekg/dns.Client.ReadTimeout"}, Instead: "ExchangeContext", Source: "client.go:169"},
		{Name: "(*github.com/miekg/dns.Client).ExchangeContext", Does: Requests, Bound: []Bound{"ctx:0", "field:github.com/miekg/dns.Client.Timeout"}, Source: "client.go:461"},
		{Name: "(*github.com/miekg/dns.Client).Dial", Does: Dials, Bound: []Bound{"field:github.com/miekg/dns.Client.DialTimeout"}, Instead: "DialContext", Source: "client.go:115"},
		{Name: "github.com/miekg/dns.Dial", Does: Dials, Source: "client.go:393"},
		{Name: "github.com/miekg/dns.ExchangeConn", Does: Requests, Source: "client.go:420"},
		{Name: "(*github.com/miekg/dns.Conn).ReadMsg", Does: Receives, Bound: []Bound{"deadline"}, Source: "client.go:254"},
		{Name: "(*github.com/miekg/dns.Server).ListenAndServe", Does: Serves, Bound: []Bound{"field:github.com/miekg/dns.Server.ReadTimeout"}, Source: "server.go:309"},
		{Name: "(*github.com/miekg/dns.Server).Shutdown", Does: Waits, Instead: "ShutdownContext", Source: "server.go:402"},
		{Name: "(*github.com/miekg/dns.Server).ShutdownContext", Does: Waits, Bound: []Bound{"ctx:0"}, Source: "server.go:411"},
	},
	Knobs: []Knob{
		{Owner: "github.com/miekg/dns.Client", Form: Field, Name: "Timeout", Stage: Total, Default: "0", Zero: Inherited, Source: "client.go:55", Note: "stands for the other three"},
		{Owner: "github.com/miekg/dns.Client", Form: Field, Name: "DialTimeout", Stage: Connect, Default: "2s", Zero: Default, Source: "client.go:88"},
		{Owner: "github.com/miekg/dns.Client", Form: Field, Name: "ReadTimeout", Stage: Read, Default: "2s", Zero: Default, Source: "client.go:98"},
		{Owner: "github.com/miekg/dns.Client", Form: Field, Name: "WriteTimeout", Stage: Write, Default: "2s", Zero: Default, Source: "client.go:108"},
		{Owner: "github.com/miekg/dns.Server", Form: Field, Name: "ReadTimeout", Stage: Read, Default: "2s", Zero: Default, Source: "server.go:218"},
		{Owner: "github.com/miekg/dns.Server", Form: Field, Name: "WriteTimeout", Stage: Write, Default: "none", Zero: NoMeaning, Negative: NoMeaning, Source: "server.go:220", Note: "nothing reads it"},
	},
}

var goZK = Library{
	Path:    "github.com/go-zookeeper/zk",
	Module:  "github.com/go-zookeeper/zk",
	Version: "v1.0.4",
	Note:    "Knows no context; without a session every call waits for one.",
	Calls: []Call{
		{Name: "(*github.com/go-zookeeper/zk.Conn).Get", Does: Requests, Source: "conn.go:1007"},
		{Name: "(*github.com/go-zookeeper/zk.Conn).Set", Does: Requests, Source: "conn.go:1040"},
		{Name: "(*github.com/go-zookeeper/zk.Conn).Create", Does: Requests, Source: "conn.go:1057"},
		{Name: "(*github.com/go-zookeeper/zk.Conn).Children", Does: Requests, Source: "conn.go:974"},
		{Name: "(*github.com/go-zookeeper/zk.Conn).Exists", Does: Requests, Source: "conn.go:1182"},
		{Name: "(*github.com/go-zookeeper/zk.Conn).Delete", Does: Requests, Source: "conn.go:1172"},
		{Name: "(*github.com/go-zookeeper/zk.Lock).Lock", Does: Acquires, Source: "lock.go:48"},
	},
	Exempt: []string{
		"github.com/go-zookeeper/zk.Connect",
	},
}
