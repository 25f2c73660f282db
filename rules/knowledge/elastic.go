package knowledge

// Elasticsearch and OpenSearch: retries without a pause by default.
var elasticV8 = Library{
	Path:    "github.com/elastic/go-elasticsearch/v8",
	Module:  "github.com/elastic/go-elasticsearch/v8",
	Version: "v8.19.7",
	Note:    "No timeout of its own. The functions of esapi take a context by WithContext only; the builders of typedapi take one in Do.",
	Knobs: []Knob{
		{Owner: "github.com/elastic/go-elasticsearch/v8.Config", Form: Field, Name: "Transport", Stage: Header, Unit: "net/http.RoundTripper", Default: "http.DefaultTransport", Source: "elasticsearch.go:128"},
	},
	Retries: []Retry{
		{Name: "github.com/elastic/go-elasticsearch/v8.Config.MaxRetries", Form: Field, Counts: ExtraTries, Default: "3", Zero: Default, Negative: Default, Jitter: No, Backoff: "none", Ctx: OptIn, Source: "elasticsearch.go:103", Note: "0 means three; to have none set DisableRetry; the method does not matter"},
		{Name: "github.com/elastic/go-elasticsearch/v8.Config.DisableRetry", Form: Field, Counts: Switch, Default: "false", Source: "elasticsearch.go:102"},
	},
}

var elasticV8ESUtil = Library{
	Path:    "github.com/elastic/go-elasticsearch/v8/esutil",
	Module:  "github.com/elastic/go-elasticsearch/v8",
	Version: "v8.19.7",
	Calls: []Call{
		{Name: "(github.com/elastic/go-elasticsearch/v8/esutil.BulkIndexer).Add", Does: Writes, Bound: []Bound{"ctx:0"}, Source: "esutil/bulk_indexer.go:52"},
		{Name: "(github.com/elastic/go-elasticsearch/v8/esutil.BulkIndexer).Close", Does: Closes, Bound: []Bound{"ctx:0"}, Source: "esutil/bulk_indexer.go:55"},
	},
}

var elasticV8Typed = Library{
	Path:    "github.com/elastic/go-elasticsearch/v8/typedapi/core/search",
	Module:  "github.com/elastic/go-elasticsearch/v8",
	Version: "v8.19.7",
	Calls: []Call{
		{Name: "(github.com/elastic/go-elasticsearch/v8/typedapi/core/search.Search).Do", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "typedapi/core/search/search.go:306", Note: "so has every builder of typedapi"},
	},
}

var elasticV8ESAPI = Library{
	Path:    "github.com/elastic/go-elasticsearch/v8/esapi",
	Module:  "github.com/elastic/go-elasticsearch/v8",
	Version: "v8.19.7",
	Calls: []Call{
		{Name: "(github.com/elastic/go-elasticsearch/v8/esapi.SearchRequest).Do", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "esapi/api.search.go:119", Note: "so has every request of esapi"},
	},
}

var elasticV9 = Library{
	Path:    "github.com/elastic/go-elasticsearch/v9",
	Module:  "github.com/elastic/go-elasticsearch/v9",
	Version: "v9.5.2",
	Knobs: []Knob{
		{Owner: "github.com/elastic/go-elasticsearch/v9.Config", Form: Field, Name: "Transport", Stage: Header, Unit: "net/http.RoundTripper", Default: "http.DefaultTransport", Source: "elasticsearch.go:132"},
	},
	Retries: []Retry{
		{Name: "github.com/elastic/go-elasticsearch/v9.Config.MaxRetries", Form: Field, Counts: ExtraTries, Default: "3", Zero: Default, Negative: Default, Jitter: No, Backoff: "none", Ctx: OptIn, Source: "elasticsearch.go:107"},
	},
}

var openSearchV4 = Library{
	Path:    "github.com/opensearch-project/opensearch-go/v4",
	Module:  "github.com/opensearch-project/opensearch-go/v4",
	Version: "v4.8.1",
	Knobs: []Knob{
		{Owner: "github.com/opensearch-project/opensearch-go/v4.Config", Form: Field, Name: "RequestTimeout", Stage: Attempt, Default: "0", Zero: Disabled, Source: "opensearch.go:127", Note: "each attempt"},
		{Owner: "github.com/opensearch-project/opensearch-go/v4.Config", Form: Field, Name: "HealthCheckTimeout", Stage: Total, Default: "5s", Zero: Default, Negative: Disabled, Source: "opensearchtransport/opensearchtransport.go:62", Note: "5s in the code, 3s in the comment"},
	},
	Retries: []Retry{
		{Name: "github.com/opensearch-project/opensearch-go/v4.Config.MaxRetries", Form: Field, Counts: ExtraTries, Default: "6", Zero: Default, Negative: NeverRuns, Jitter: No, Backoff: "none", Source: "opensearchtransport/opensearchtransport.go:61", Note: "6 in the code, 3 in the comment; below 0 nothing is sent, and answer and error are both nil"},
		{Name: "github.com/opensearch-project/opensearch-go/v4.Config.EnableRetryOnTimeout", Form: Field, Counts: Switch, Default: "false", Source: "opensearch.go:113"},
	},
}

var olivereV7 = Library{
	Path:    "github.com/olivere/elastic/v7",
	Module:  "github.com/olivere/elastic/v7",
	Version: "v7.0.32",
	Note:    "Archived; http.DefaultClient and no retries by default.",
	Calls: []Call{
		{Name: "github.com/olivere/elastic/v7.NewClient", Does: Dials, Bound: []Bound{"option:github.com/olivere/elastic/v7.SetHealthcheckTimeoutStartup"}, Source: "client.go:206"},
		{Name: "github.com/olivere/elastic/v7.Dial", Does: Dials, Instead: "DialContext", Source: "client.go:312"},
		{Name: "github.com/olivere/elastic/v7.DialContext", Does: Dials, Bound: []Bound{"ctx:0"}, Source: "client.go:319"},
		{Name: "(*github.com/olivere/elastic/v7.Client).PerformRequest", Does: Requests, Bound: []Bound{"ctx:0", "option:github.com/olivere/elastic/v7.SetHttpClient"}, Source: "client.go:1312", Note: "every service ends here"},
		{Name: "(*github.com/olivere/elastic/v7.SearchService).Do", Does: Requests, Bound: []Bound{"ctx:0", "option:github.com/olivere/elastic/v7.SetHttpClient"}, Source: "search.go:617"},
	},
	Knobs: []Knob{
		{Owner: "github.com/olivere/elastic/v7", Form: Option, Name: "SetHttpClient", Stage: Total, Unit: "github.com/olivere/elastic/v7.Doer", Default: "http.DefaultClient", Source: "client.go:485"},
		{Owner: "github.com/olivere/elastic/v7", Form: Option, Name: "SetHealthcheckTimeout", Stage: Total, Default: "1s", Source: "client.go:51"},
		{Owner: "github.com/olivere/elastic/v7", Form: Option, Name: "SetHealthcheckTimeoutStartup", Stage: Total, Default: "5s", Source: "client.go:46"},
		{Owner: "github.com/olivere/elastic/v7", Form: Option, Name: "SetSnifferTimeout", Stage: Total, Default: "2s", Source: "client.go:73"},
	},
	Retries: []Retry{
		{Name: "github.com/olivere/elastic/v7.SetMaxRetries", Form: Option, Counts: TotalTries, Default: "0", Zero: SingleTry, Negative: Refused, Jitter: No, Backoff: "constant 100ms", Source: "client.go:639", Note: "counts the first try, whatever its name says; below 0 is an error"},
		{Name: "github.com/olivere/elastic/v7.SetRetrier", Form: Option, Counts: OtherCount, Default: "0", Source: "client.go:729"},
		{Name: "github.com/olivere/elastic/v7.NewExponentialBackoff", Form: Option, Counts: OtherCount, Jitter: Yes, Backoff: "exponential x2", Source: "backoff.go:88", Note: "ends when the wait reaches its maximum"},
	},
}
