package redigo

import "github.com/gomodule/redigo/redis"

func newPool(addr string) *redis.Pool {
	return &redis.Pool{Dial: func() (redis.Conn, error) {
		return redis.Dial("tcp", addr) // want `this redis.Dial has no DialReadTimeout, and Do waits as long as that says: a server that accepts and never answers holds each command for ever`
	}}
}

func get(p *redis.Pool, key string) (interface{}, error) {
	c := p.Get()
	defer c.Close()
	return c.Do("GET", key)
}
