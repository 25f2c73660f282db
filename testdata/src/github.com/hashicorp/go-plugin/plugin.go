// Package plugin is a stub of the names that fixtures use.
package plugin

type Client struct{}

func (c *Client) Exited() bool { return false }
