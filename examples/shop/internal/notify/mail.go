// Package notify tells people and machines what happened.
package notify

import (
	"context"
	"fmt"
	"net"
	"net/smtp"
	"time"
)

// Mailer sends mail through one relay.
type Mailer struct {
	Addr string
	Host string
	From string
}

// Send sends one mail to a customer.
func (m *Mailer) Send(ctx context.Context, to, body string) error {
	d := net.Dialer{Timeout: 3 * time.Second}
	conn, err := d.DialContext(ctx, "tcp", m.Addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	client, err := smtp.NewClient(conn, m.Host)
	if err != nil {
		return err
	}
	if err := conn.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		return err
	}
	return m.deliver(client, to, body)
}

// SendInvoice sends the mail with the invoice.
func (m *Mailer) SendInvoice(ctx context.Context, to, body string) error {
	d := net.Dialer{Timeout: 3 * time.Second}
	conn, err := d.DialContext(ctx, "tcp", m.Addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		return err
	}
	c, err := smtp.NewClient(conn, m.Host)
	if err != nil {
		return err
	}
	return m.deliver(c, to, body)
}

// Alarm writes to the people on call.
func (m *Mailer) Alarm(to []string, body string) error {
	return smtp.SendMail(m.Addr, nil, m.From, to, message(m.From, "on call", body))
}

func (m *Mailer) deliver(c *smtp.Client, to, body string) error {
	if err := c.Mail(m.From); err != nil {
		return err
	}
	if err := c.Rcpt(to); err != nil {
		return err
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	if _, err := w.Write(message(m.From, to, body)); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return c.Quit()
}

func message(from, to, body string) []byte {
	return fmt.Appendf(nil, "From: %s\r\nTo: %s\r\nSubject: Your order\r\n\r\n%s\r\n", from, to, body)
}
