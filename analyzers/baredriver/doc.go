// Package baredriver finds drivers that are told to wait for ever.
//
// # Analyzer baredriver
//
// a driver's settings leave connecting or reading unbounded
//
// Most drivers have no timeout until they are given one, and each has its own
// place for it: a parameter of the connection string, a field, an option. A
// server that accepts and never answers, a firewall that drops packets, a
// failover that forgets a connection: without the setting, and without a
// deadline in the context, the call waits for as long as the kernel believes in
// the connection, which may be for ever.
//
// The rule reads connection strings as far as they are constant (MySQL,
// PostgreSQL, Redis), and the literals of drivers' configurations, and reports
// what is certainly left without a bound and certainly used without a deadline:
//
//   - MySQL: timeout, readTimeout, writeTimeout of a DSN or a mysql.Config;
//   - PostgreSQL: connect_timeout; lib/pq does not look at the context while it
//     logs in, so there a deadline does not help;
//   - go-redis: a ReadTimeout or DialTimeout that is turned off;
//   - redigo: Dial without DialReadTimeout;
//   - go-ldap: a connection that never gets SetTimeout;
//   - fluent-logger: a Config without WriteTimeout that is not Async;
//   - gorilla/websocket, kafka-go: a Dialer without a timeout;
//   - etcd: New that has to wait, to log in or with WithBlock, without DialTimeout.
//
// # What is not reported
//
// A connection string from the environment, a file or a flag, or one whose last
// part is not constant and might carry the setting. A driver whose every use in
// sight has a deadline that the driver honours. A configuration whose uses are
// not in sight. A read that is meant to last: subscriptions, blocking pops. A
// server on the same machine is a note. Drivers with limits of their own: pgxpool,
// mongo (connecting), nats, amqp091, clickhouse-go, gomemcache, sarama.
package baredriver
