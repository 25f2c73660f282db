// A command that serves nothing: a person waits for it and can stop it.
package main

import (
	"net/http"
	"os"
)

func main() { http.Get(os.Args[1]) }
