// Package account reads what the shop's smaller services know about a customer.
package account

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

// Services are the addresses of the smaller services.
type Services struct {
	Loyalty, Wishlist, Reviews, Coupons string
}

// Client is safe for use by many goroutines.
type Client struct {
	at      Services
	loyalty *http.Client
	quick   *http.Client
}

// New returns a client for the services.
func New(at Services) *Client {
	return &Client{
		at:      at,
		loyalty: &http.Client{Timeout: 10 * time.Second}, // it runs on the old machine
		quick:   &http.Client{Timeout: 3 * time.Second},
	}
}

// Points are the customer's loyalty points.
func (c *Client) Points(customer string) (int, error) {
	return number(c.loyalty, c.at.Loyalty+"/points/"+url.PathEscape(customer))
}

// Wishes is how many things the customer wishes for.
func (c *Client) Wishes(customer string) (int, error) {
	return number(c.quick, c.at.Wishlist+"/count/"+url.PathEscape(customer))
}

// Reviews is how many reviews the customer has written.
func (c *Client) Reviews(customer string) (int, error) {
	return number(c.quick, c.at.Reviews+"/count/"+url.PathEscape(customer))
}

// Coupons is how many coupons the customer has left.
func (c *Client) Coupons(customer string) (int, error) {
	return number(c.quick, c.at.Coupons+"/count/"+url.PathEscape(customer))
}

func number(hc *http.Client, u string) (int, error) {
	resp, err := hc.Get(u)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("account: %s", resp.Status)
	}
	var n int
	err = json.NewDecoder(resp.Body).Decode(&n)
	return n, err
}
