// Package baredial finds connections dialled without a timeout.
//
// # Analyzer baredial
//
// a connection is dialled without a timeout
//
// net.Dial has no timeout of its own: against a host that drops packets it
// waits for as long as the system retries, about two minutes on Linux.
// tls.Dial, ssh.Dial and smtp.Dial are worse: once connected they wait for the
// other side's half of a handshake or greeting, for ever.
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
