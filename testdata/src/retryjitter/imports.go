package retryjitter

import "time"

// rand is somebody else's name here.
func (c *client) shadowed(url string, rand int) (err error) {
	delay := time.Second
	for range 5 {
		if _, err = c.http.Get(url); err == nil {
			return nil
		}
		time.Sleep(delay) // want `the wait before http.Client.Get is made again`
		delay *= 2
	}
	return err
}

// settable may be nothing, and then rand.N must not be asked.
func (c *client) settable(url string) (err error) {
	delay := c.base
	for range 5 {
		if _, err = c.http.Get(url); err == nil {
			return nil
		}
		select {
		case <-time.After(delay): // want `the wait before http.Client.Get is made again`
		}
		delay *= 2
	}
	return err
}
