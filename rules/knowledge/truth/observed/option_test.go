package observed

import (
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/IBM/sarama"
	"github.com/afex/hystrix-go/hystrix"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/cep21/circuit/v4"
	cephystrix "github.com/cep21/circuit/v4/closers/hystrix"
	mqtt "github.com/eclipse/paho.mqtt.golang"
	redis8 "github.com/go-redis/redis/v8"
	"github.com/go-sql-driver/mysql"
	"github.com/gocql/gocql"
	"github.com/gorilla/websocket"
	vault "github.com/hashicorp/vault/api"
	influx "github.com/influxdata/influxdb-client-go/v2"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/lib/pq"
	"github.com/nats-io/nats.go"
	"github.com/nsqio/go-nsq"
	redis9 "github.com/redis/go-redis/v9"
	"github.com/segmentio/kafka-go"
	"github.com/uptrace/bun/driver/pgdriver"
	"github.com/wneessen/go-mail"
)

const (
	nine  = "github.com/redis/go-redis/v9"
	eight = "github.com/go-redis/redis/v8"
)

var optionSeen = []seen{
	// go-redis fills the options in.
	{nine + ".Options.DialTimeout", "default", is(nineWith(redis9.Options{}).DialTimeout)},
	{nine + ".Options.ReadTimeout", "default", is(nineWith(redis9.Options{}).ReadTimeout)},
	{nine + ".Options.ReadTimeout", "negative", redisNegative(nineWith(redis9.Options{ReadTimeout: -1}).ReadTimeout)},
	{nine + ".Options.WriteTimeout", "default", readTimeout(nineWith(redis9.Options{ReadTimeout: time.Hour}).WriteTimeout)},
	{nine + ".Options.WriteTimeout", "negative", redisNegative(nineWith(redis9.Options{WriteTimeout: -1}).WriteTimeout)},
	{nine + ".Options.PoolTimeout", "default", readTimeoutAnd(nineWith(redis9.Options{ReadTimeout: time.Hour}).PoolTimeout)},
	{nine + ".Options.ConnMaxIdleTime", "default", is(nineWith(redis9.Options{}).ConnMaxIdleTime)},
	{nine + ".Options.ConnMaxLifetime", "default", is(nineWith(redis9.Options{}).ConnMaxLifetime.Nanoseconds())},
	{nine + ".Options.PoolSize", "default", procs(10, nineWith(redis9.Options{}).PoolSize)},
	{nine + ".Options.DialerRetries", "default", is(nineWith(redis9.Options{}).DialerRetries)},
	{nine + ".Options.DialerRetryTimeout", "default", is(nineWith(redis9.Options{}).DialerRetryTimeout)},
	{nine + ".Options.ContextTimeoutEnabled", "default", is(nineWith(redis9.Options{}).ContextTimeoutEnabled)},
	{nine + ".Options.MaxActiveConns", "default", is(nineWith(redis9.Options{}).MaxActiveConns)},
	{nine + ".Options.MinRetryBackoff", "default", is(nineWith(redis9.Options{}).MinRetryBackoff)},
	{nine + ".Options.MaxRetryBackoff", "default", is(nineWith(redis9.Options{}).MaxRetryBackoff)},
	{nine + ".ClusterOptions.ReadTimeout", "default", is(cluster(redis9.ClusterOptions{}).ReadTimeout)},
	{nine + ".ClusterOptions.WriteTimeout", "default", readTimeout(cluster(redis9.ClusterOptions{ReadTimeout: time.Hour}).WriteTimeout)},
	{nine + ".ClusterOptions.DialTimeout", "default", is(cluster(redis9.ClusterOptions{}).DialTimeout)},
	{nine + ".ClusterOptions.PoolSize", "default", procs(5, cluster(redis9.ClusterOptions{}).PoolSize)},
	{nine + ".ClusterOptions.MaxRedirects", "default", is(cluster(redis9.ClusterOptions{}).MaxRedirects)},
	{nine + ".ClusterOptions.MaxRetries", "zero", func(t *testing.T) string {
		if cluster(redis9.ClusterOptions{}).MaxRetries == -1 {
			return "single-try"
		}
		return "retries"
	}},
	{nine + " read_timeout", "zero", redisURL("read_timeout", func(o *redis9.Options) time.Duration { return o.ReadTimeout })},
	{nine + " write_timeout", "zero", redisURL("write_timeout", func(o *redis9.Options) time.Duration { return o.WriteTimeout })},
	{nine + " dial_timeout", "zero", redisURL("dial_timeout", func(o *redis9.Options) time.Duration { return o.DialTimeout })},
	{eight + ".Options.DialTimeout", "default", is(eightWith(redis8.Options{}).DialTimeout)},
	{eight + ".Options.ReadTimeout", "default", is(eightWith(redis8.Options{}).ReadTimeout)},
	{eight + ".Options.WriteTimeout", "default", readTimeout(eightWith(redis8.Options{ReadTimeout: time.Hour}).WriteTimeout)},
	{eight + ".Options.PoolTimeout", "default", readTimeoutAnd(eightWith(redis8.Options{ReadTimeout: time.Hour}).PoolTimeout)},
	{eight + ".Options.IdleTimeout", "default", is(eightWith(redis8.Options{}).IdleTimeout)},
	{eight + ".Options.PoolSize", "default", procs(10, eightWith(redis8.Options{}).PoolSize)},
	// sarama fills a config in and refuses what is left empty.
	{"github.com/IBM/sarama.NewConfig", "Net.DialTimeout", is(sarama.NewConfig().Net.DialTimeout)},
	{"github.com/IBM/sarama.NewConfig", "Producer.Timeout", is(sarama.NewConfig().Producer.Timeout)},
	{"github.com/IBM/sarama.Config.Net.DialTimeout", "zero", kafka0(func(c *sarama.Config) { c.Net.DialTimeout = 0 })},
	{"github.com/IBM/sarama.Config.Net.DialTimeout", "default", is(sarama.NewConfig().Net.DialTimeout)},
	{"github.com/IBM/sarama.Config.Net.ReadTimeout", "zero", kafka0(func(c *sarama.Config) { c.Net.ReadTimeout = 0 })},
	{"github.com/IBM/sarama.Config.Net.ReadTimeout", "default", is(sarama.NewConfig().Net.ReadTimeout)},
	{"github.com/IBM/sarama.Config.Net.WriteTimeout", "zero", kafka0(func(c *sarama.Config) { c.Net.WriteTimeout = 0 })},
	{"github.com/IBM/sarama.Config.Net.WriteTimeout", "negative", kafka0(func(c *sarama.Config) { c.Net.WriteTimeout = -1 })},
	{"github.com/IBM/sarama.Config.Producer.Timeout", "zero", kafka0(func(c *sarama.Config) { c.Producer.Timeout = 0 })},
	{"github.com/IBM/sarama.Config.Producer.Timeout", "default", is(sarama.NewConfig().Producer.Timeout)},
	{"github.com/IBM/sarama.Config.Consumer.MaxWaitTime", "default", is(sarama.NewConfig().Consumer.MaxWaitTime)},
	{"github.com/IBM/sarama.Config.Consumer.Group.Session.Timeout", "default", is(sarama.NewConfig().Consumer.Group.Session.Timeout)},
	{"github.com/IBM/sarama.Config.Consumer.Group.Session.Timeout", "zero", kafka0(func(c *sarama.Config) { c.Consumer.Group.Session.Timeout = 0 })},
	{"github.com/IBM/sarama.Config.Consumer.Group.Heartbeat.Interval", "default", is(sarama.NewConfig().Consumer.Group.Heartbeat.Interval)},
	{"github.com/IBM/sarama.Config.Consumer.Group.Rebalance.Timeout", "default", is(sarama.NewConfig().Consumer.Group.Rebalance.Timeout)},
	{"github.com/IBM/sarama.Config.Admin.Timeout", "default", is(sarama.NewConfig().Admin.Timeout)},
	{"github.com/IBM/sarama.Config.Admin.Timeout", "zero", kafka0(func(c *sarama.Config) { c.Admin.Timeout = 0 })},
	{"github.com/IBM/sarama.Config.Producer.Retry.Max", "default", is(sarama.NewConfig().Producer.Retry.Max)},
	{"github.com/IBM/sarama.Config.Metadata.Retry.Max", "default", is(sarama.NewConfig().Metadata.Retry.Max)},
	{"github.com/IBM/sarama.Config.Admin.Retry.Max", "default", is(sarama.NewConfig().Admin.Retry.Max)},
	{"github.com/IBM/sarama.Config.Producer.Transaction.Retry.Max", "default", is(sarama.NewConfig().Producer.Transaction.Retry.Max)},
	{"github.com/IBM/sarama.Config.Producer.Transaction.Timeout", "default", is(sarama.NewConfig().Producer.Transaction.Timeout)},
	// nsq.
	{"github.com/nsqio/go-nsq.Config.DialTimeout", "default", is(nsq.NewConfig().DialTimeout)},
	{"github.com/nsqio/go-nsq.Config.ReadTimeout", "default", is(nsq.NewConfig().ReadTimeout)},
	{"github.com/nsqio/go-nsq.Config.ReadTimeout", "zero", func(t *testing.T) string {
		return fails(func() error { return nsq.NewConfig().Set("read_timeout", "0s") })
	}},
	{"github.com/nsqio/go-nsq.Config.WriteTimeout", "default", is(nsq.NewConfig().WriteTimeout)},
	{"github.com/nsqio/go-nsq.Config.LookupdPollTimeout", "default", is(nsq.NewConfig().LookupdPollTimeout)},
	{"github.com/nsqio/go-nsq.Config.HeartbeatInterval", "default", is(nsq.NewConfig().HeartbeatInterval)},
	{"github.com/nsqio/go-nsq.Config.MaxAttempts", "default", is(nsq.NewConfig().MaxAttempts)},
	// nats.
	{"github.com/nats-io/nats.go.Timeout", "default", is(nats.GetDefaultOptions().Timeout)},
	{"github.com/nats-io/nats.go.DrainTimeout", "default", is(nats.GetDefaultOptions().DrainTimeout)},
	{"github.com/nats-io/nats.go.FlusherTimeout", "default", is(flusher())},
	{"github.com/nats-io/nats.go.PingInterval", "default", is(nats.GetDefaultOptions().PingInterval)},
	{"github.com/nats-io/nats.go.MaxPingsOutstanding", "default", is(nats.GetDefaultOptions().MaxPingsOut)},
	{"github.com/nats-io/nats.go.ReconnectWait", "default", is(nats.GetDefaultOptions().ReconnectWait)},
	{"github.com/nats-io/nats.go.MaxReconnects", "default", is(nats.GetDefaultOptions().MaxReconnect)},
	{"github.com/nats-io/nats.go.RetryOnFailedConnect", "default", is(nats.GetDefaultOptions().RetryOnFailedConnect)},
	// mqtt.
	{"(*github.com/eclipse/paho.mqtt.golang.ClientOptions).SetConnectTimeout", "default", is(mqtt.NewClientOptions().ConnectTimeout)},
	{"(*github.com/eclipse/paho.mqtt.golang.ClientOptions).SetWriteTimeout", "default", is(mqtt.NewClientOptions().WriteTimeout.Nanoseconds())},
	{"(*github.com/eclipse/paho.mqtt.golang.ClientOptions).SetPingTimeout", "default", is(mqtt.NewClientOptions().PingTimeout)},
	{"(*github.com/eclipse/paho.mqtt.golang.ClientOptions).SetKeepAlive", "default", is(time.Duration(mqtt.NewClientOptions().KeepAlive) * time.Second)},
	{"(*github.com/eclipse/paho.mqtt.golang.ClientOptions).SetMaxReconnectInterval", "default", is(mqtt.NewClientOptions().MaxReconnectInterval)},
	{"(*github.com/eclipse/paho.mqtt.golang.ClientOptions).SetAutoReconnect", "default", is(mqtt.NewClientOptions().AutoReconnect)},
	{"(*github.com/eclipse/paho.mqtt.golang.ClientOptions).SetConnectRetry", "default", is(mqtt.NewClientOptions().ConnectRetry)},
	// Connection strings.
	{"github.com/go-sql-driver/mysql timeout", "default", is(dsn("u@/d").Timeout.Nanoseconds())},
	{"github.com/go-sql-driver/mysql readTimeout", "default", is(dsn("u@/d").ReadTimeout.Nanoseconds())},
	{"github.com/go-sql-driver/mysql writeTimeout", "default", is(dsn("u@/d").WriteTimeout.Nanoseconds())},
	{"github.com/go-sql-driver/mysql.Config.Timeout", "default", is(mysql.NewConfig().Timeout.Nanoseconds())},
	{"github.com/go-sql-driver/mysql.Config.ReadTimeout", "default", is(mysql.NewConfig().ReadTimeout.Nanoseconds())},
	{"github.com/go-sql-driver/mysql.Config.WriteTimeout", "default", is(mysql.NewConfig().WriteTimeout.Nanoseconds())},
	{"github.com/jackc/pgx/v5 connect_timeout", "default", is(pg("").ConnectTimeout.Nanoseconds())},
	{"github.com/jackc/pgx/v5 connect_timeout", "negative", func(t *testing.T) string {
		return fails(func() error { _, err := pgx.ParseConfig("postgres://h/d?connect_timeout=-1"); return err })
	}},
	{"github.com/jackc/pgx/v5/pgxpool.Config.MaxConnLifetime", "default", is(pgPool("").MaxConnLifetime)},
	{"github.com/jackc/pgx/v5/pgxpool.Config.MaxConnIdleTime", "default", is(pgPool("").MaxConnIdleTime)},
	{"github.com/jackc/pgx/v5/pgxpool.Config.HealthCheckPeriod", "default", is(pgPool("").HealthCheckPeriod)},
	{"github.com/jackc/pgx/v5/pgxpool.Config.PingTimeout", "default", is(pgPool("").PingTimeout.Nanoseconds())},
	{"github.com/jackc/pgx/v5/pgxpool.Config.MaxConns", "default", func(t *testing.T) string {
		if pgPool("").MaxConns == int32(max(4, runtime.NumCPU())) {
			return "max(4, NumCPU)"
		}
		return "another"
	}},
	{"github.com/jackc/pgx/v5/pgxpool pool_max_conns", "zero", func(t *testing.T) string {
		return fails(func() error { _, err := pgxpool.ParseConfig("postgres://h/d?pool_max_conns=0"); return err })
	}},
	{"github.com/jackc/pgx/v5/pgxpool pool_max_conn_lifetime", "default", is(pgPool("").MaxConnLifetime)},
	{"github.com/jackc/pgx/v5/pgxpool pool_max_conn_idle_time", "default", is(pgPool("").MaxConnIdleTime)},
	{"github.com/lib/pq.Config.ConnectTimeout", "default", func(t *testing.T) string {
		c, err := pq.NewConfig("host=h")
		if err != nil {
			t.Fatal(err)
		}
		return itoa(int(c.ConnectTimeout))
	}},
	{"github.com/uptrace/bun/driver/pgdriver.WithDialTimeout", "default", is(pgdriver.NewConnector().Config().DialTimeout)},
	{"github.com/uptrace/bun/driver/pgdriver.WithReadTimeout", "default", is(pgdriver.NewConnector().Config().ReadTimeout)},
	{"github.com/uptrace/bun/driver/pgdriver.WithWriteTimeout", "default", is(pgdriver.NewConnector().Config().WriteTimeout)},
	{"github.com/gocql/gocql.NewCluster", "Timeout", is(gocql.NewCluster().Timeout)},
	{"github.com/gocql/gocql.NewCluster", "ConnectTimeout", is(gocql.NewCluster().ConnectTimeout)},
	{"github.com/gocql/gocql.NewCluster", "MaxWaitSchemaAgreement", is(gocql.NewCluster().MaxWaitSchemaAgreement)},
	{"github.com/gocql/gocql.ClusterConfig.NumConns", "default", is(gocql.NewCluster().NumConns)},
	{"github.com/segmentio/kafka-go.DefaultDialer", "Timeout", is(kafka.DefaultDialer.Timeout)},
	{"github.com/gorilla/websocket.DefaultDialer", "HandshakeTimeout", is(websocket.DefaultDialer.HandshakeTimeout)},
	{"github.com/hashicorp/vault/api.DefaultConfig", "Timeout", is(vault.DefaultConfig().Timeout)},
	{"github.com/hashicorp/vault/api.Config.MaxRetries", "default", is(vault.DefaultConfig().MaxRetries)},
	{"github.com/hashicorp/vault/api.Config.MinRetryWait", "default", is(vault.DefaultConfig().MinRetryWait)},
	{"github.com/hashicorp/vault/api.Config.MaxRetryWait", "default", is(vault.DefaultConfig().MaxRetryWait)},
	{"(*github.com/influxdata/influxdb-client-go/v2.Options).SetHTTPRequestTimeout", "default", is(influx.DefaultOptions().HTTPRequestTimeout())},
	{"(*github.com/influxdata/influxdb-client-go/v2.Options).SetRetryInterval", "default", is(influx.DefaultOptions().RetryInterval())},
	{"(*github.com/influxdata/influxdb-client-go/v2.Options).SetMaxRetryInterval", "default", is(influx.DefaultOptions().MaxRetryInterval())},
	{"(*github.com/influxdata/influxdb-client-go/v2.Options).SetMaxRetryTime", "default", is(influx.DefaultOptions().MaxRetryTime())},
	{"(*github.com/influxdata/influxdb-client-go/v2.Options).SetMaxRetries", "default", is(influx.DefaultOptions().MaxRetries())},
	{"github.com/wneessen/go-mail.WithTimeout", "zero", func(t *testing.T) string {
		return fails(func() error { _, err := mail.NewClient("localhost", mail.WithTimeout(0)); return err })
	}},
	{"github.com/wneessen/go-mail.WithTimeout", "negative", func(t *testing.T) string {
		return fails(func() error { _, err := mail.NewClient("localhost", mail.WithTimeout(-1)); return err })
	}},
	{"(*github.com/aws/aws-sdk-go-v2/aws/transport/http.BuildableClient).WithTimeout", "default", is(awshttp.NewBuildableClient().GetTimeout().Nanoseconds())},
	{"github.com/aws/aws-sdk-go-v2/aws/transport/http.DefaultDialConnectTimeout", "default", is(awshttp.NewBuildableClient().GetDialer().Timeout)},
	{"github.com/aws/aws-sdk-go-v2/aws/transport/http.DefaultHTTPTransportTLSHandleshakeTimeout", "default", is(awshttp.NewBuildableClient().GetTransport().TLSHandshakeTimeout)},
	{"github.com/aws/aws-sdk-go-v2/aws/transport/http.DefaultHTTPTransportIdleConnTimeout", "default", is(awshttp.NewBuildableClient().GetTransport().IdleConnTimeout)},
	{"github.com/aws/aws-sdk-go-v2/aws/transport/http.DefaultHTTPTransportMaxConnsPerHost", "default", is(awshttp.NewBuildableClient().GetTransport().MaxConnsPerHost)},
	// Breakers.
	{"github.com/afex/hystrix-go/hystrix.CommandConfig.Timeout", "default", func(t *testing.T) string {
		return strconv.FormatInt(command().Timeout.Milliseconds(), 10)
	}},
	{"github.com/afex/hystrix-go/hystrix.CommandConfig.SleepWindow", "default", func(t *testing.T) string {
		return strconv.FormatInt(command().SleepWindow.Milliseconds(), 10)
	}},
	{"github.com/afex/hystrix-go/hystrix.CommandConfig.MaxConcurrentRequests", "default", is(command().MaxConcurrentRequests)},
	{"github.com/afex/hystrix-go/hystrix.CommandConfig.RequestVolumeThreshold", "default", is(command().RequestVolumeThreshold)},
	{"github.com/afex/hystrix-go/hystrix.CommandConfig.ErrorPercentThreshold", "default", is(command().ErrorPercentThreshold)},
	{"github.com/cep21/circuit/v4.ExecutionConfig.Timeout", "default", is(circuit.NewCircuitFromConfig("", circuit.Config{}).Config().Execution.Timeout)},
	{"github.com/cep21/circuit/v4.ExecutionConfig.MaxConcurrentRequests", "default", is(circuit.NewCircuitFromConfig("", circuit.Config{}).Config().Execution.MaxConcurrentRequests)},
	{"github.com/cep21/circuit/v4/closers/hystrix.ConfigureOpener.RollingDuration", "default", is(opener().RollingDuration)},
	{"github.com/cep21/circuit/v4/closers/hystrix.ConfigureOpener.RequestVolumeThreshold", "default", is(opener().RequestVolumeThreshold)},
	{"github.com/cep21/circuit/v4/closers/hystrix.ConfigureOpener.ErrorThresholdPercentage", "default", is(opener().ErrorThresholdPercentage)},
	{"github.com/cep21/circuit/v4/closers/hystrix.ConfigureCloser.SleepWindow", "default", is(cephystrix.CloserFactory(cephystrix.ConfigureCloser{})().(*cephystrix.Closer).Config().SleepWindow)},
}

func nineWith(o redis9.Options) *redis9.Options { return redis9.NewClient(&o).Options() }

func eightWith(o redis8.Options) *redis8.Options { return redis8.NewClient(&o).Options() }

func cluster(o redis9.ClusterOptions) *redis9.ClusterOptions {
	return redis9.NewClusterClient(&o).Options()
}

// redisNegative: where the options are ready, 0 stands for no deadline.
func redisNegative(d time.Duration) func(*testing.T) string {
	return func(*testing.T) string {
		if d <= 0 {
			return "infinite"
		}
		return d.String()
	}
}

func readTimeout(d time.Duration) func(*testing.T) string {
	return func(*testing.T) string {
		if d == time.Hour {
			return "ReadTimeout"
		}
		return d.String()
	}
}

func readTimeoutAnd(d time.Duration) func(*testing.T) string {
	return func(*testing.T) string {
		if d == time.Hour+time.Second {
			return "ReadTimeout+1s"
		}
		return d.String()
	}
}

func procs(times, got int) func(*testing.T) string {
	return func(*testing.T) string {
		if got == times*runtime.GOMAXPROCS(0) {
			return itoa(times) + "*GOMAXPROCS"
		}
		return itoa(got)
	}
}

func redisURL(param string, field func(*redis9.Options) time.Duration) func(*testing.T) string {
	return func(t *testing.T) string {
		o, err := redis9.ParseURL("redis://localhost?" + param + "=0")
		if err != nil {
			t.Fatal(err)
		}
		return redisNegative(field(o))(t)
	}
}

func kafka0(set func(*sarama.Config)) func(*testing.T) string {
	return func(t *testing.T) string {
		c := sarama.NewConfig()
		set(c)
		return fails(c.Validate)
	}
}

func flusher() time.Duration {
	o := nats.GetDefaultOptions()
	return o.FlusherTimeout
}

func dsn(text string) *mysql.Config {
	c, err := mysql.ParseDSN(text)
	if err != nil {
		panic(err)
	}
	return c
}

func pg(query string) *pgx.ConnConfig {
	c, err := pgx.ParseConfig("postgres://h/d" + query)
	if err != nil {
		panic(err)
	}
	return c
}

func pgPool(query string) *pgxpool.Config {
	c, err := pgxpool.ParseConfig("postgres://h/d" + query)
	if err != nil {
		panic(err)
	}
	return c
}

func command() *hystrix.Settings {
	hystrix.ConfigureCommand("observed", hystrix.CommandConfig{})
	return hystrix.GetCircuitSettings()["observed"]
}

func opener() cephystrix.ConfigureOpener {
	return cephystrix.OpenerFactory(cephystrix.ConfigureOpener{})().(*cephystrix.Opener).Config()
}
