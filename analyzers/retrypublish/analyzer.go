package retrypublish

import (
	"fmt"
	"regexp"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.RetryPublish.Name,
	Doc:      rules.RetryPublish.Summary,
	URL:      rules.RetryPublish.URL(),
	Requires: []*analysis.Analyzer{retries.Analyzer, calls.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	for _, l := range pass.ResultOf[retries.Analyzer].(*retries.Result).Loops {
		if l.Class != retries.Retry || !l.Confidence.AtLeast(rules.Medium) || !out.Wanted(l.Pos) || !l.Ambiguous() {
			continue
		}
		for _, a := range l.Calls {
			if a.Fn == nil || !publishes.MatchString(calls.FullName(a.Fn)) || l.Keyed(a) {
				continue
			}
			out.Report(pass, verdict.Verdict{
				Rule:       rules.RetryPublish,
				Confidence: rules.Medium,
				Severity:   met.Severity(rules.RetryPublish),
				At:         verdict.Position(a.Pos()),
				Message: fmt.Sprintf("%s publishes the message again after any error, %s: when only the confirmation was lost it is there twice; give it an id made before the first attempt, by which the broker or the consumers know it again",
					a.Name(), l.Cap.Times()),
				Path: []verdict.Step{{Pos: l.Pos, Text: "repeats it"}},
			})
		}
	}
	return nil, nil
}

// publishes: a call that a broker confirms.
var publishes = regexp.MustCompile(`^\(\*?(` +
	`github\.com/segmentio/kafka-go\.(Writer\)\.WriteMessages|Conn\)\.WriteMessages)|` +
	`github\.com/(IBM|Shopify)/sarama\.SyncProducer\)\.SendMessages?|` +
	`github\.com/nats-io/nats\.go\.(JetStream|JetStreamContext|js)\)\.Publish(Msg)?|` +
	`github\.com/nats-io/nats\.go/jetstream\.(JetStream|Publisher)\)\.Publish(Msg)?|` +
	`github\.com/(rabbitmq/amqp091-go|streadway/amqp)\.Channel\)\.Publish\w*|` +
	`github\.com/nsqio/go-nsq\.Producer\)\.(Multi|Deferred)?Publish|` +
	`github\.com/apache/pulsar-client-go/pulsar\.Producer\)\.Send|` +
	`github\.com/aws/aws-sdk-go-v2/service/(sns\.Client\)\.Publish|sqs\.Client\)\.SendMessage)(Batch)?|` +
	`github\.com/aws/aws-sdk-go/service/(sns\.SNS\)\.Publish|sqs\.SQS\)\.SendMessage)(Batch)?(WithContext)?` +
	`)$`)
