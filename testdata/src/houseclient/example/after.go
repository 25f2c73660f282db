package example

import (
	"net/http"

	"example.com/shop/outbound"
)

func newBankOfHouse() *http.Client {
	return outbound.NewClient()
}
