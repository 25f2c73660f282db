// Package baredial finds connections dialled without a timeout.
//
// # Analyzer baredial
//
// a connection is dialled without a timeout
//
// tls.Dial, ssh.Dial, smtp.Dial and smtp.SendMail, once connected, wait for the
// other side's half of a handshake or greeting: from a server that accepts and
// says nothing, for ever. net.Dial only connects: against a host that drops
// packets it waits for as long as the system retries, about two minutes on
// Linux, and is reported where what it returns is read from without a deadline
// too; by itself it has low confidence.
//
// # What is not reported
//
// Networks on which dialling does not wait for a peer (udp, ip, unix), or that
// are not constant (those have low confidence); a
// Dialer with Timeout or Deadline, set at any time; a context with a deadline,
// or one from a caller. Constant loopback addresses, and commands that serve
// nothing, are notes.
//
// # The way out
//
// Use net.DialTimeout, a net.Dialer with Timeout, or DialContext with a
// context that has a deadline; for TLS, tls.Dialer with a NetDialer that has a
// Timeout, whose DialContext bounds the handshake too.
package baredial
