// Package cobra is a stub: the names that fixtures use, with the signatures of
// the real module.
package cobra

import "context"

type Command struct {
	Use  string
	RunE func(cmd *Command, args []string) error
}

func (c *Command) Context() context.Context { return nil }
