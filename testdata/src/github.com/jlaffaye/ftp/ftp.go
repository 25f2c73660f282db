// Package ftp is a stub with the signatures of github.com/jlaffaye/ftp.
package ftp

import "context"

// ServerConn is a connection to a server.
type ServerConn struct{}

// DialOption is an option of Dial.
type DialOption struct{}

// Dial connects to a server.
func Dial(addr string, options ...DialOption) (*ServerConn, error) { return nil, nil }

// DialWithContext makes Dial use ctx.
func DialWithContext(ctx context.Context) DialOption { return DialOption{} }

// DialWithDisabledEPSV switches EPSV off.
func DialWithDisabledEPSV(disabled bool) DialOption { return DialOption{} }
