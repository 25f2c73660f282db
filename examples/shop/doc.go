// Package shop is a small service that sells tea: an HTTP front, orders, payments, two
// databases, a pricing service, a queue and what else gathers around a shop. See README.md.
package shop
