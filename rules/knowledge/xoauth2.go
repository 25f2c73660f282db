package knowledge

// golang.org/x/oauth2: every token request goes through the *http.Client that
// travels in the context, else http.DefaultClient, which never gives up.
var xOAuth2 = Library{
	Path:    "golang.org/x/oauth2",
	Module:  "golang.org/x/oauth2",
	Version: "v0.38.0",
	Note:    "Until v0.28.0 the client that NewClient returns kept the Transport of the given client and dropped its Timeout.",
	Calls: []Call{
		{Name: "(*golang.org/x/oauth2.Config).Exchange", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "oauth2.go:222"},
		{Name: "(*golang.org/x/oauth2.Config).PasswordCredentialsToken", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "oauth2.go:197"},
		{Name: "(*golang.org/x/oauth2.Config).DeviceAuth", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "deviceauth.go:83"},
		{Name: "(*golang.org/x/oauth2.Config).DeviceAccessToken", Does: Waits, Bound: []Bound{"ctx:0"}, Source: "deviceauth.go:169", Note: "polls until the user has answered"},
		{Name: "(golang.org/x/oauth2.TokenSource).Token", Does: Requests, Bound: []Bound{"builder:(*golang.org/x/oauth2.Config).TokenSource"}, Source: "oauth2.go:71", Note: "the context of the source, commonly Background"},
	},
	Flows: []Flow{
		{Name: "golang.org/x/oauth2.NewClient", Keeps: []string{"Transport"}, Drops: []string{"Timeout"}, Sets: []Preset{{Field: "Timeout", Value: "0"}}, Until: "v0.28.0", Source: "oauth2.go:353", Note: "argument 0 is the context that carries the client under HTTPClient"},
		{Name: "golang.org/x/oauth2.NewClient", Keeps: []string{"Transport", "Timeout"}, Since: "v0.28.0", Source: "oauth2.go:353", Note: "argument 0 is the context that carries the client under HTTPClient; none: Timeout 0"},
		{Name: "(*golang.org/x/oauth2.Config).Client", Keeps: []string{"Transport"}, Drops: []string{"Timeout"}, Sets: []Preset{{Field: "Timeout", Value: "0"}}, Until: "v0.28.0", Source: "oauth2.go:240"},
		{Name: "(*golang.org/x/oauth2.Config).Client", Keeps: []string{"Transport", "Timeout"}, Since: "v0.28.0", Source: "oauth2.go:240"},
	},
	Exempt: []string{
		"(*golang.org/x/oauth2.Config).TokenSource",
		"(*golang.org/x/oauth2.Config).AuthCodeURL",
		"golang.org/x/oauth2.ReuseTokenSource",
		"golang.org/x/oauth2.StaticTokenSource",
	},
}

var xOAuth2CC = Library{
	Path:    "golang.org/x/oauth2/clientcredentials",
	Module:  "golang.org/x/oauth2",
	Version: "v0.38.0",
	Calls: []Call{
		{Name: "(*golang.org/x/oauth2/clientcredentials.Config).Token", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "clientcredentials/clientcredentials.go:59"},
	},
	Flows: []Flow{
		{Name: "(*golang.org/x/oauth2/clientcredentials.Config).Client", Keeps: []string{"Transport"}, Drops: []string{"Timeout"}, Sets: []Preset{{Field: "Timeout", Value: "0"}}, Until: "v0.28.0", Source: "clientcredentials/clientcredentials.go:70"},
		{Name: "(*golang.org/x/oauth2/clientcredentials.Config).Client", Keeps: []string{"Transport", "Timeout"}, Since: "v0.28.0", Source: "clientcredentials/clientcredentials.go:70"},
	},
	Exempt: []string{
		"(*golang.org/x/oauth2/clientcredentials.Config).TokenSource",
	},
}
