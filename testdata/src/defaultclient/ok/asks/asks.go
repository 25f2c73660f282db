// Package asks talks to a person, who can stop it.
package asks

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
)

// Update replaces the program, if that is wanted.
func Update(u string) error {
	fmt.Print("Update? [y/N] ")
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	if err != nil || line != "y\n" {
		return err
	}
	resp, err := http.Get(u)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
