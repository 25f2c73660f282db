// Package gin is a stub: the names that fixtures use, with the signatures of
// the real module.
package gin

import (
	"net/http"
	"time"
)

type Context struct {
	Request *http.Request
	engine  *Engine
}

func (c *Context) Deadline() (time.Time, bool) { return time.Time{}, false }
func (c *Context) Done() <-chan struct{}       { return nil }
func (c *Context) Err() error                  { return nil }
func (c *Context) Value(key any) any           { return nil }
func (c *Context) Param(key string) string     { return "" }
func (c *Context) JSON(code int, obj any)      {}
func (c *Context) Status(code int)             {}

type Engine struct{ ContextWithFallback bool }

type HandlerFunc func(*Context)

func New() *Engine { return nil }

func (e *Engine) Run(addr ...string) error  { return nil }
func (e *Engine) RunUnix(file string) error { return nil }

func (e *Engine) GET(path string, handlers ...HandlerFunc) {}
