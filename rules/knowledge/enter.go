package knowledge

import "strings"

// Enter reports whether the code of a library may be read where no row speaks of
// a call: not that of what runs handlers, commands or jobs, of which the rows
// say all that is worth knowing, nor that of clients of which they do.
func (t *Table) Enter(path string) bool {
	for _, p := range closed {
		if rest, ok := strings.CutPrefix(Family(path), p); ok && (rest == "" || rest[0] == '/' || strings.HasSuffix(p, "/")) {
			return false
		}
	}
	lib := t.of(path)
	return lib == nil || lib.client()
}

// Wins reports whether a row speaks of a function so that its code need not be
// read: of what it makes, or of what it waits for, unless that depends on a client
// that the library is handed.
func (t *Table) Wins(fullName string) bool {
	path := strings.TrimLeft(fullName, "(*")
	slash := strings.LastIndexByte(path, '/')
	dot := strings.IndexByte(path[slash+1:], '.')
	if dot < 0 {
		return false
	}
	path = path[:slash+1+dot]
	lib := t.of(path)
	if lib == nil {
		return false
	}
	return t.Flow(path, fullName) != nil || t.Exempt(path, fullName) || !lib.client() && t.Call(path, fullName) != nil
}

// client: the rows tell of a client that is handed to the library, and not what
// becomes of it.
func (l *library) client() bool {
	for _, src := range l.sources {
		for _, k := range src.Knobs {
			if k.Unit == "*net/http.Client" {
				return true
			}
		}
		for _, f := range src.Flows {
			if strings.HasSuffix(f.Note, "under HTTPClient") {
				return true
			}
		}
	}
	return false
}

// closed are the libraries that are never read, without major versions.
var closed = []string{
	// What runs handlers, commands and jobs.
	"github.com/spf13/cobra", "github.com/urfave/cli", "github.com/alecthomas/kong", "github.com/gin-gonic/gin", "github.com/gin-contrib/", "github.com/labstack/echo", "github.com/labstack/gommon",
	"github.com/go-chi/", "github.com/gofiber/", "github.com/gorilla/", "github.com/julienschmidt/httprouter", "github.com/cloudwego/", "github.com/beego/", "github.com/kataras/",
	"github.com/emicklei/go-restful", "github.com/danielgtaylor/huma", "github.com/grpc-ecosystem/", "google.golang.org/grpc", "google.golang.org/genproto", "google.golang.org/protobuf", "connectrpc.com/",
	"github.com/hibiken/asynq", "github.com/riverqueue/", "go.temporal.io/", "github.com/robfig/cron", "github.com/go-co-op/gocron", "github.com/ThreeDotsLabs/", "sigs.k8s.io/controller-runtime",
	"k8s.io/", "go.uber.org/fx", "go.uber.org/dig", "github.com/99designs/gqlgen", "github.com/graphql-go/", "github.com/tmc/", "github.com/go-kit/", "github.com/go-kratos/", "github.com/zeromicro/",
	"github.com/caddyserver/", "github.com/hashicorp/go-plugin", "github.com/hashicorp/raft", "github.com/hashicorp/memberlist", "github.com/hashicorp/serf", "github.com/swaggo/", "github.com/tmaxmax/",
	// What looks on, or computes.
	"github.com/prometheus/", "go.opentelemetry.io/", "github.com/rs/zerolog", "github.com/sirupsen/logrus", "go.uber.org/", "github.com/getsentry/", "github.com/DataDog/", "github.com/spf13/", "github.com/stretchr/",
	"github.com/onsi/", "go.yaml.in/", "gopkg.in/yaml", "github.com/golang/", "github.com/google/uuid", "github.com/json-iterator/", "github.com/bytedance/", "github.com/klauspost/", "github.com/swaggest/",
	"golang.org/x/net", "golang.org/x/crypto", "golang.org/x/tools", "golang.org/x/text", "golang.org/x/sys", "golang.org/x/sync", "golang.org/x/term", "golang.org/x/mod", "golang.org/x/image", "github.com/quic-go/",
	// Clients and drivers of which rows tell, or which write protocols.
	"github.com/aws/", "github.com/Azure/", "cloud.google.com/", "google.golang.org/api", "github.com/googleapis/", "github.com/jackc/", "github.com/lib/pq", "github.com/go-sql-driver/", "modernc.org/",
	"github.com/mattn/", "github.com/microsoft/", "github.com/ClickHouse/", "github.com/redis/", "github.com/go-redis/", "go.mongodb.org/", "github.com/segmentio/", "github.com/twmb/", "github.com/IBM/sarama", "github.com/nats-io/",
	"github.com/docker/", "github.com/moby/", "github.com/containerd/", "go.etcd.io/", "github.com/go-git/", "github.com/valyala/", "github.com/cilium/", "github.com/golang-migrate/",
}
