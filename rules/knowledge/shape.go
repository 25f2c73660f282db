package knowledge

// A Signature knows the methods of generated code, which no row could list, by
// what they look like. Every condition that is set must hold; the first row
// that fits is the answer. In names "~" stands for the path of the receiver's
// package and "{}" for the method's name, or in Maker for the receiver's.
type Signature struct {
	Name     string   // what wrote the code
	Packages string   // the receiver's package path begins so
	Imports  string   // the receiver's package imports this one
	Receiver string   // the receiver's type name ends so
	Maker    []string // the receiver's package declares one of these functions
	Sibling  string   // the receiver has this other method
	Methods  []string // the method's name is one of these
	Params   []string // the first parameters have these types, "" for any
	Last     []string // the last parameter, or the element of a variadic one, has one of these types; "*" at the end for a prefix
	Variadic bool     // the last parameter is variadic
	Result   []string // the first result, pointers aside, is of one of these types without its type arguments, or implements one
	Fails    bool     // the last result is an error
	Does     Effect
	Bound    []Bound // a name without a package is a method of the receiver
	Instead  string
	Example  string // a method that fits, by its FullName
	Note     string
}

// Signatures are the generated clients that are known.
var Signatures = [...]Signature{
	{
		Name: "grpc", Params: []string{"context.Context"}, Last: []string{"google.golang.org/grpc.CallOption"}, Variadic: true, Fails: true,
		Result: []string{"google.golang.org/grpc.ClientStream"},
		Does:   Streams, Bound: []Bound{"ctx:0"},
		Example: "(google.golang.org/grpc/health/grpc_health_v1.HealthClient).Watch", Note: "the context is the stream's for all its life",
	},
	{
		Name: "grpc", Params: []string{"context.Context"}, Last: []string{"google.golang.org/grpc.CallOption"}, Variadic: true, Fails: true,
		Does: Requests, Bound: []Bound{"ctx:0"},
		Example: "(google.golang.org/grpc/health/grpc_health_v1.HealthClient).Check",
	},
	{
		Name: "connect", Receiver: "Client", Params: []string{"context.Context"},
		Result: []string{
			"connectrpc.com/connect.ServerStreamForClient", "connectrpc.com/connect.ClientStreamForClient", "connectrpc.com/connect.BidiStreamForClient",
			"connectrpc.com/connect.ClientStreamForClientSimple", "connectrpc.com/connect.BidiStreamForClientSimple",
		},
		Does: Streams, Bound: []Bound{"ctx:0"},
		Example: "(connectrpc.com/connect/internal/gen/generics/connect/ping/v1/pingv1connect.PingServiceClient).CountUp",
	},
	{
		Name: "connect", Receiver: "Client", Params: []string{"context.Context"}, Last: []string{"*connectrpc.com/connect.Request[*"}, Fails: true,
		Does: Requests, Bound: []Bound{"ctx:0"},
		Example: "(connectrpc.com/connect/internal/gen/generics/connect/ping/v1/pingv1connect.PingServiceClient).Ping",
		Note:    "a handler has the same methods: the name of the interface tells them apart",
	},
	{
		Name: "connect", Imports: "connectrpc.com/connect", Receiver: "Client", Maker: []string{"New{}"}, Params: []string{"context.Context"}, Fails: true,
		Does: Requests, Bound: []Bound{"ctx:0"},
		Example: "(connectrpc.com/connect/internal/gen/simple/connect/ping/v1/pingv1connect.PingServiceClient).Ping",
	},
	{
		Name: "twirp", Imports: "github.com/twitchtv/twirp", Maker: []string{"New{}ProtobufClient", "New{}JSONClient"}, Params: []string{"context.Context"}, Fails: true,
		Does: Requests, Bound: []Bound{"ctx:0"},
		Example: "(github.com/twitchtv/twirp/example.Haberdasher).MakeHat",
		Note:    "the service has the same interface: only what a constructor of a client returned is one",
	},
	{
		Name: "googleapi", Packages: "google.golang.org/api/", Receiver: "Call", Methods: []string{"Do", "Download"}, Last: []string{"google.golang.org/api/googleapi.CallOption"}, Variadic: true,
		Does: Requests, Bound: []Bound{"setter:Context"},
		Example: "(*google.golang.org/api/storage/v1.ObjectsGetCall).Do", Note: "Background unless Context was called",
	},
	{
		Name: "googleapi", Packages: "google.golang.org/api/", Receiver: "Call", Methods: []string{"Pages"}, Params: []string{"context.Context"},
		Does: Requests, Bound: []Bound{"ctx:0"},
		Example: "(*google.golang.org/api/storage/v1.ObjectsListCall).Pages",
	},
	{
		Name: "gapic", Params: []string{"context.Context"}, Last: []string{"github.com/googleapis/gax-go/v2.CallOption"}, Variadic: true, Fails: true,
		Does: Requests, Bound: []Bound{"ctx:0"},
		Example: "(*cloud.google.com/go/secretmanager/apiv1.Client).AccessSecretVersion",
	},
	{
		Name: "aws", Packages: "github.com/aws/aws-sdk-go-v2/service/", Receiver: "Client", Params: []string{"context.Context"}, Last: []string{"func(*~.Options)"}, Variadic: true, Fails: true,
		Does: Requests, Bound: []Bound{"ctx:0", "field:Options.HTTPClient"},
		Example: "(*github.com/aws/aws-sdk-go-v2/service/s3.Client).GetObject",
	},
	{
		Name: "awsv1", Packages: "github.com/aws/aws-sdk-go/service/", Params: []string{"context.Context"}, Last: []string{"github.com/aws/aws-sdk-go/aws/request.Option"}, Variadic: true, Fails: true,
		Does: Requests, Bound: []Bound{"ctx:0"},
		Example: "(*github.com/aws/aws-sdk-go/service/s3.S3).GetObjectWithContext",
	},
	{
		Name: "awsv1", Packages: "github.com/aws/aws-sdk-go/service/", Sibling: "{}WithContext", Fails: true,
		Does: Requests, Instead: "{}WithContext",
		Example: "(*github.com/aws/aws-sdk-go/service/s3.S3).GetObject",
	},
	{
		Name: "azure", Packages: "github.com/Azure/azure-sdk-for-go/sdk/", Receiver: "Client", Params: []string{"context.Context"}, Last: []string{"*~.*"}, Fails: true,
		Does: Requests, Bound: []Bound{"ctx:0"},
		Example: "(*github.com/Azure/azure-sdk-for-go/sdk/storage/azblob.Client).CreateContainer",
	},
	{
		Name: "kubernetes", Methods: []string{"Watch"}, Params: []string{"context.Context"}, Last: []string{"k8s.io/apimachinery/pkg/apis/meta/v1.ListOptions"}, Fails: true,
		Does: Streams, Bound: []Bound{"ctx:0"},
		Example: "(k8s.io/client-go/kubernetes/typed/core/v1.PodInterface).Watch",
	},
	{
		Name: "kubernetes", Params: []string{"context.Context"}, Fails: true,
		Last: []string{
			"k8s.io/apimachinery/pkg/apis/meta/v1.GetOptions", "k8s.io/apimachinery/pkg/apis/meta/v1.ListOptions", "k8s.io/apimachinery/pkg/apis/meta/v1.CreateOptions",
			"k8s.io/apimachinery/pkg/apis/meta/v1.UpdateOptions", "k8s.io/apimachinery/pkg/apis/meta/v1.DeleteOptions", "k8s.io/apimachinery/pkg/apis/meta/v1.ApplyOptions",
		},
		Does: Requests, Bound: []Bound{"ctx:0", "field:k8s.io/client-go/rest.Config.Timeout"},
		Example: "(k8s.io/client-go/kubernetes/typed/core/v1.PodInterface).Get",
		Note:    "clients of custom resources look the same, in any package",
	},
	{
		Name: "kubernetes", Methods: []string{"Patch"}, Params: []string{"context.Context", "string", "k8s.io/apimachinery/pkg/types.PatchType"}, Fails: true,
		Does: Requests, Bound: []Bound{"ctx:0", "field:k8s.io/client-go/rest.Config.Timeout"},
		Example: "(k8s.io/client-go/kubernetes/typed/core/v1.PodInterface).Patch",
	},
	{
		Name: "thrift", Receiver: "Client", Sibling: "Client_", Params: []string{"context.Context"}, Fails: true,
		Does: Requests, Bound: []Bound{"field:github.com/apache/thrift/lib/go/thrift.TConfiguration.SocketTimeout"},
		Note: "the deadline is looked at when SocketTimeout fires",
	},
	{
		Name: "ent", Imports: "entgo.io/ent/dialect/sql", Methods: []string{
			"Save", "SaveX", "Exec", "ExecX", "All", "AllX", "First", "FirstX", "FirstID", "Only", "OnlyX", "OnlyID", "IDs", "Count", "CountX", "Exist", "ExistX", "Scan",
		}, Params: []string{"context.Context"}, Sibling: "Where",
		Does: Queries, Bound: []Bound{"ctx:0"},
	},
	{
		Name: "ent", Imports: "entgo.io/ent/dialect/sql", Methods: []string{"Save", "SaveX", "Exec", "ExecX"}, Params: []string{"context.Context"}, Sibling: "Mutation",
		Does: Queries, Bound: []Bound{"ctx:0"},
	},
	{
		Name: "elasticsearch", Packages: "github.com/elastic/go-elasticsearch/", Methods: []string{"Do"}, Params: []string{"context.Context"}, Fails: true,
		Does: Requests, Bound: []Bound{"ctx:0"},
		Example: "(github.com/elastic/go-elasticsearch/v8/esapi.SearchRequest).Do",
	},
}
