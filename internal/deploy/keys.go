package deploy

// Zero says what 0 means for a key.
type Zero string

// The meanings of 0.
const (
	ZeroOff     Zero = "off"
	ZeroDefault Zero = "the default"
	ZeroNow     Zero = "at once"
)

// Row is one key that says something of time.
type Row struct {
	Name    string // of the row, unique
	Format  string // "Kubernetes"
	Key     string // as documents name it
	Bounds  Kind
	Unit    Unit
	Default string // in Unit; empty: none, or another's
	Cuts    bool   // the platform cuts by its default, too: that is held against the code; otherwise it is shown
	Zero    Zero
	Who     string // that waits, as a message names it
	Ends    bool   // the entry's own context ends with it
	Repeats string // who asks again and how often; empty: nobody does
}

// The table: every key that is read, in the order in which they matter.
var (
	liveness  = Row{"liveness", "Kubernetes", "containers[].livenessProbe.timeoutSeconds", Total, Seconds, "1", true, ZeroDefault, "the liveness probe", false, "every `periodSeconds` (10); after `failureThreshold` (3) the container is killed"}
	readiness = Row{"readiness", "Kubernetes", "containers[].readinessProbe.timeoutSeconds", Total, Seconds, "1", true, ZeroDefault, "the readiness probe", false, "every `periodSeconds` (10); after `failureThreshold` (3) the pod gets no requests"}
	startup   = Row{"startup", "Kubernetes", "containers[].startupProbe.timeoutSeconds", Total, Seconds, "1", true, ZeroDefault, "the startup probe", false, "every `periodSeconds` (10); after `failureThreshold` (3) the container is killed"}
	grace     = Row{"grace", "Kubernetes", "template.spec.terminationGracePeriodSeconds, less preStop's sleep", Stop, Seconds, "30", true, ZeroNow, "the pod", false, ""}
	webhook   = Row{"webhook", "Kubernetes", "{Validating,Mutating}WebhookConfiguration webhooks[].timeoutSeconds", Total, Seconds, "10", true, ZeroDefault, "the API server", false, "a mutating one may be called again (`reinvocationPolicy`)"}
	jobTime   = Row{"job", "Kubernetes", "Job spec.activeDeadlineSeconds; CronJob spec.jobTemplate.spec.activeDeadlineSeconds", Job, Seconds, "", false, ZeroOff, "the job", false, "`backoffLimit` (6) more runs, within the same time"}
	scrape    = Row{"scrape", "Prometheus operator", "{Service,Pod}Monitor endpoints[].scrapeTimeout", Total, Prom, "10s", false, ZeroDefault, "Prometheus", false, "every `interval`"}

	ingressRead  = Row{"ingress-read", "ingress-nginx", "nginx.ingress.kubernetes.io/proxy-read-timeout", Idle, Nginx, "60", false, ZeroDefault, "the ingress", false, "`proxy-next-upstream-tries`, 3 in all, after an error or a timeout; POST, LOCK and PATCH only with `retry-non-idempotent`"}
	nginxRead    = Row{"nginx-read", "nginx", "proxy_read_timeout, grpc_read_timeout", Idle, Nginx, "60", false, ZeroDefault, "nginx", false, "`proxy_next_upstream`: other servers of the upstream; POST, LOCK and PATCH only with `non_idempotent`"}
	albIdle      = Row{"alb-idle", "AWS load balancer controller", "alb.ingress.kubernetes.io/load-balancer-attributes: idle_timeout.timeout_seconds", Idle, Seconds, "60", false, ZeroDefault, "the load balancer", false, ""}
	backendTime  = Row{"backendconfig", "GKE", "BackendConfig spec.timeoutSec", Total, Seconds, "30", true, ZeroDefault, "the load balancer", false, ""}
	gatewayTotal = Row{"gateway-request", "Gateway API", "HTTPRoute spec.rules[].timeouts.request", Total, GoTime, "", false, ZeroOff, "the gateway", false, "`retry.attempts` more tries, of any method"}
	gatewayTry   = Row{"gateway-backend", "Gateway API", "HTTPRoute spec.rules[].timeouts.backendRequest", Try, GoTime, "", false, ZeroOff, "the gateway", false, "`retry.attempts` more tries, of any method"}
	istioTotal   = Row{"istio", "Istio", "VirtualService spec.http[].timeout", Total, GoTime, "", false, ZeroOff, "the mesh", false, "`retries.attempts` more tries (2 where nothing is said), on connection failures and refused streams"}
	istioTry     = Row{"istio-try", "Istio", "VirtualService spec.http[].retries.perTryTimeout", Try, GoTime, "", false, ZeroOff, "the mesh", false, "`retries.attempts` more tries, of any method"}
	envoyTotal   = Row{"envoy", "Envoy", "route.timeout", Total, GoTime, "15s", false, ZeroOff, "the proxy", false, "`retry_policy.num_retries` (1) more tries where there is a `retry_on`, of any method"}
	envoyTry     = Row{"envoy-try", "Envoy", "route.retry_policy.per_try_timeout", Try, GoTime, "", false, ZeroOff, "the proxy", false, "`num_retries` (1) more tries, of any method"}
	linkerd      = Row{"linkerd-profile", "Linkerd", "ServiceProfile spec.routes[].timeout", Total, GoTime, "10s", false, ZeroDefault, "the mesh", false, "routes with `isRetryable`, within `retryBudget`, of any method"}
	linkerdTotal = Row{"linkerd", "Linkerd", "timeout.linkerd.io/request", Total, GoTime, "", false, ZeroOff, "the mesh", false, "`retry.linkerd.io/limit` (1) more tries where `retry.linkerd.io/http` or `grpc` is set"}
	linkerdTry   = Row{"linkerd-try", "Linkerd", "retry.linkerd.io/timeout", Try, GoTime, "", false, ZeroOff, "the mesh", false, "`retry.linkerd.io/limit` (1) more tries"}
	contour      = Row{"contour", "Contour", "HTTPProxy spec.routes[].timeoutPolicy.response", Total, GoTime, "15s", false, ZeroDefault, "the ingress", false, "`retryPolicy.count` (1) more tries"}
	traefikHead  = Row{"traefik-header", "traefik", "ServersTransport spec.forwardingTimeouts.responseHeaderTimeout; the same in its files", Header, GoOrSecs, "", false, ZeroOff, "the ingress", false, "middleware `retry.attempts`, in all"}
	haproxyTime  = Row{"haproxy", "HAProxy", "timeout server", Idle, HAProxy, "", false, ZeroOff, "the proxy", false, "`retries` (3) on a failed connection; `retry-on` also others, of any method"}
	haproxyAnn   = Row{"haproxy-ingress", "HAProxy ingress", "haproxy-ingress.github.io/timeout-server, haproxy.org/timeout-server", Idle, HAProxy, "50s", false, ZeroDefault, "the ingress", false, "`retries` (3) on a failed connection"}
	caddyHead    = Row{"caddy-header", "Caddy", "reverse_proxy transport http response_header_timeout", Header, GoOrNano, "", false, ZeroOff, "the proxy", false, "`lb_retries`: dial errors of any method, later ones of GET"}
	caddyRead    = Row{"caddy-read", "Caddy", "reverse_proxy transport http read_timeout", Idle, GoOrNano, "", false, ZeroOff, "the proxy", false, "`lb_retries`: dial errors of any method, later ones of GET"}
	grpcConfig   = Row{"grpc", "gRPC service config", "methodConfig[].timeout", Total, GoTime, "", false, ZeroOff, "the client", false, "`retryPolicy.maxAttempts`, in all and 5 at most"}
	knativeTotal = Row{"knative", "Knative", "Service spec.template.spec.timeoutSeconds", Total, Seconds, "300", true, ZeroDefault, "the platform", false, ""}
	knativeHead  = Row{"knative-header", "Knative", "Service spec.template.spec.responseStartTimeoutSeconds", Header, Seconds, "300", false, ZeroDefault, "the platform", false, ""}
	cloudRun     = Row{"cloudrun", "Cloud Run", "Service spec.template.spec.timeoutSeconds", Total, Seconds, "300", true, ZeroDefault, "the platform", false, ""}

	samTime    = Row{"sam", "AWS SAM, CloudFormation", "AWS::Serverless::Function, AWS::Lambda::Function Properties.Timeout; Globals.Function.Timeout", Total, Seconds, "3", true, ZeroDefault, "Lambda", true, "events that wait in a queue: 2 more tries"}
	serverless = Row{"serverless", "Serverless Framework", "functions.*.timeout, provider.timeout", Total, Seconds, "6", true, ZeroDefault, "Lambda", true, "events that wait in a queue: 2 more tries"}
	terraform  = Row{"terraform", "Terraform", "aws_lambda_function timeout", Total, Seconds, "3", true, ZeroDefault, "Lambda", true, "events that wait in a queue: 2 more tries"}

	composeStop = Row{"compose-stop", "Compose", "services.*.stop_grace_period", Stop, GoTime, "10s", false, ZeroNow, "the container", false, ""}
	composeTest = Row{"compose-health", "Compose", "services.*.healthcheck.timeout, of a test that asks by HTTP", Total, GoTime, "30s", true, ZeroDefault, "the health check", false, "every `interval` (30s)"}
	systemdStop = Row{"systemd-stop", "systemd", "TimeoutStopSec, TimeoutSec", Stop, Systemd, "90", true, ZeroOff, "the unit", false, ""}
)

// Table lists the rows in their order.
func Table() []*Row {
	return []*Row{
		&liveness, &readiness, &startup, &grace, &webhook, &jobTime, &scrape,
		&ingressRead, &nginxRead, &gatewayTotal, &gatewayTry, &istioTotal, &istioTry, &envoyTotal, &envoyTry, &linkerd, &linkerdTotal, &linkerdTry,
		&traefikHead, &haproxyTime, &haproxyAnn, &caddyHead, &caddyRead, &contour, &albIdle, &backendTime, &grpcConfig,
		&samTime, &serverless, &terraform, &cloudRun, &knativeTotal, &knativeHead, &composeStop, &composeTest, &systemdStop,
	}
}
