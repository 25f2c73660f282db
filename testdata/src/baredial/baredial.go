package baredial

import (
	"context"
	"crypto/tls"
	"net"
	"net/rpc"
	"net/smtp"
	"time"
)

func plain(addr string) {
	net.Dial("tcp", addr)                               // want `net.Dial has no timeout \(nothing bounds it\): a host that drops packets`
	net.DialTimeout("tcp", addr, 0)                     // want `net.DialTimeout has no timeout \(its timeout is 0\)`
	tls.Dial("tcp", addr, nil)                          // want `tls.Dial has no timeout .*: a server that accepts and never answers holds it for ever`
	smtp.Dial(addr)                                     // want `smtp.Dial has no timeout`
	smtp.SendMail(addr, nil, "", nil, nil)              // want `smtp.SendMail has no timeout`
	rpc.Dial("tcp", addr)                               // want `rpc.Dial has no timeout`
	(&net.Dialer{}).Dial("tcp", addr)                   // want `net.Dialer.Dial has no timeout \(net.Dialer has no Timeout and net.Dialer has no Deadline\)`
	(&tls.Dialer{}).Dial("tcp", addr)                   // want `tls.Dialer.Dial has no timeout`
	tls.DialWithDialer(&net.Dialer{}, "tcp", addr, nil) // want `tls.DialWithDialer has no timeout`
}

func withContext(addr string) {
	var d net.Dialer
	d.DialContext(context.Background(), "tcp", addr) // want `net.Dialer.DialContext has no timeout \(its context \(context.Background\) has no deadline`
	ctx, cancel := context.WithCancel(context.TODO())
	defer cancel()
	d.DialContext(ctx, "tcp4", addr) // want `its context \(context.TODO\) has no deadline`
}

func keepAliveOnly(addr string) {
	d := net.Dialer{KeepAlive: time.Minute}
	d.Dial("tcp", addr) // want `net.Dialer.Dial has no timeout`
}

func inner(addr string) {
	d := &tls.Dialer{NetDialer: &net.Dialer{KeepAlive: time.Minute}}
	d.Dial("tcp", addr) // want `tls.Dialer.Dial has no timeout`
}
