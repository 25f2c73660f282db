package knowledge

// aws-lambda-go: the runtime of functions. Start comes back when the platform ends the
// process; what it is given runs for each event, with a context that ends when the
// function's time is over.
var awsLambda = Library{
	Path:    "github.com/aws/aws-lambda-go/lambda",
	Module:  "github.com/aws/aws-lambda-go",
	Version: "v1.55.1",
	Note:    "The context of a handler has the function's timeout as its deadline.",
	Calls: []Call{
		{Name: "github.com/aws/aws-lambda-go/lambda.Start", Does: Serves, Source: "lambda/entry.go:47"},
		{Name: "github.com/aws/aws-lambda-go/lambda.StartWithOptions", Does: Serves, Source: "lambda/entry.go:71"},
		{Name: "github.com/aws/aws-lambda-go/lambda.StartHandlerFunc", Does: Serves, Source: "lambda/entry_generic.go:19"},
	},
}
