// Package payments talks to Payline, the payment provider.
package payments

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"time"

	"golang.org/x/oauth2"

	"github.com/timeoutlint/timeoutlint/examples/shop/internal/outbound"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/retry"
)

const maxAttempts = 3

// ErrDeclined is Payline's final no.
var ErrDeclined = errors.New("payments: declined")

// A Charge is money we ask for.
type Charge struct {
	OrderID string `json:"order_id"`
	Cents   int64  `json:"cents"`
}

// A Status is what Payline knows about a payment.
type Status struct {
	ID    string `json:"id"`
	State string `json:"state"`
}

// Client is safe for use by many goroutines.
type Client struct {
	base string
	http *http.Client
}

// New returns a client that signs in with tokens.
func New(base string, tokens oauth2.TokenSource) *Client {
	ctx := context.WithValue(context.Background(), oauth2.HTTPClient, outbound.NewClient(2*time.Second))
	return &Client{base: base, http: oauth2.NewClient(ctx, tokens)}
}

// NewWith returns a client on top of hc, for tests and for the sandbox.
func NewWith(base string, hc *http.Client) *Client {
	return &Client{base: base, http: hc}
}

// Charge takes the money for an order. key names the charge: Payline takes it once however
// often it is asked.
func (c *Client) Charge(ctx context.Context, key string, ch Charge) error {
	body, err := json.Marshal(ch)
	if err != nil {
		return err
	}
	var last error
	for attempt := range maxAttempts {
		if attempt > 0 {
			if err := retry.Pause(ctx, attempt); err != nil {
				return errors.Join(err, last)
			}
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/v1/charges", bytes.NewReader(body))
		if err != nil {
			return err
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Idempotency-Key", key)
		if last = c.send(req); !Retryable(last) {
			return last
		}
	}
	return fmt.Errorf("charge %s: %w", ch.OrderID, last)
}

// Refund gives the money back.
func (c *Client) Refund(ctx context.Context, paymentID string) error {
	var refused error
	for attempt := range maxAttempts {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/v1/payments/"+url.PathEscape(paymentID)+"/refunds", nil)
		if err != nil {
			return err
		}
		if refused = c.send(req); !Retryable(refused) {
			return refused
		}
		if err := retry.Pause(ctx, attempt); err != nil {
			return errors.Join(err, refused)
		}
	}
	return fmt.Errorf("refund %s: %w", paymentID, refused)
}

// Capture turns a reservation into a payment.
func (c *Client) Capture(ctx context.Context, paymentID string) error {
	var last error
	for attempt := range maxAttempts {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/v1/payments/"+url.PathEscape(paymentID)+"/capture", nil)
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", rand.Text())
		if last = c.send(req); !Retryable(last) {
			return last
		}
		if err := retry.Pause(ctx, attempt); err != nil {
			return errors.Join(err, last)
		}
	}
	return fmt.Errorf("capture %s: %w", paymentID, last)
}

// Authorize reserves the money. The key is made once, so that a second attempt is the same
// reservation.
func (c *Client) Authorize(ctx context.Context, ch Charge) error {
	body, err := json.Marshal(ch)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/v1/authorizations", bytes.NewReader(body))
	if err != nil {
		return err
	}
	name := rand.Text()
	req.Header.Set("Idempotency-Key", name)
	var last error
	for attempt := range maxAttempts {
		if req.Body, err = req.GetBody(); err != nil {
			return err
		}
		if last = c.send(req); !Retryable(last) {
			return last
		}
		if err := retry.Pause(ctx, attempt); err != nil {
			return errors.Join(err, last)
		}
	}
	return fmt.Errorf("authorize %s: %w", ch.OrderID, last)
}

// UploadEvidence sends the scanned proof of delivery for a dispute.
func (c *Client) UploadEvidence(ctx context.Context, disputeID, path string) error {
	scan, err := os.Open(path)
	if err != nil {
		return err
	}
	defer scan.Close()
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, c.base+"/v1/disputes/"+url.PathEscape(disputeID)+"/evidence", scan)
	if err != nil {
		return err
	}
	var last error
	for attempt := range maxAttempts {
		if last = c.send(req); !Retryable(last) {
			return last
		}
		if err := retry.Pause(ctx, attempt); err != nil {
			return errors.Join(err, last)
		}
	}
	return fmt.Errorf("evidence for %s: %w", disputeID, last)
}

// UploadNote sends a short text for a dispute.
func (c *Client) UploadNote(ctx context.Context, disputeID string, note []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, c.base+"/v1/disputes/"+url.PathEscape(disputeID)+"/note", bytes.NewReader(note))
	if err != nil {
		return err
	}
	var last error
	for attempt := range maxAttempts {
		if req.Body, err = req.GetBody(); err != nil {
			return err
		}
		if last = c.send(req); !Retryable(last) {
			return last
		}
		if err := retry.Pause(ctx, attempt); err != nil {
			return errors.Join(err, last)
		}
	}
	return fmt.Errorf("note for %s: %w", disputeID, last)
}

// Status asks Payline how a payment stands. Payline is slow to answer now and then, so a
// slow answer is asked for again.
func (c *Client) Status(ctx context.Context, paymentID string) (Status, error) {
	askCtx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	var st Status
	var err error
	for attempt := range maxAttempts {
		st, err = c.status(askCtx, paymentID)
		if !errors.Is(err, context.DeadlineExceeded) {
			return st, err
		}
		if perr := retry.Pause(ctx, attempt); perr != nil {
			return Status{}, errors.Join(perr, err)
		}
	}
	return Status{}, err
}

// Confirm waits for Payline's word on a payment: six seconds in all, two for each question.
func (c *Client) Confirm(ctx context.Context, paymentID string) (Status, error) {
	ctx, cancel := context.WithTimeout(ctx, 6*time.Second)
	defer cancel()
	var st Status
	var err error
	for attempt := range maxAttempts {
		st, err = c.confirmOnce(ctx, paymentID)
		if err == nil || ctx.Err() != nil {
			return st, err
		}
		if perr := retry.Pause(ctx, attempt); perr != nil {
			return Status{}, errors.Join(perr, err)
		}
	}
	return Status{}, err
}

func (c *Client) confirmOnce(ctx context.Context, paymentID string) (Status, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return c.status(ctx, paymentID)
}

func (c *Client) status(ctx context.Context, paymentID string) (Status, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/v1/payments/"+url.PathEscape(paymentID), nil)
	if err != nil {
		return Status{}, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return Status{}, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return Status{}, statusError(resp.StatusCode)
	}
	var st Status
	err = json.NewDecoder(resp.Body).Decode(&st)
	return st, err
}

// Void drops a reservation that nobody will capture.
func (c *Client) Void(ctx context.Context, paymentID string) error {
	var last error
	for attempt := range 5 {
		req, err := http.NewRequestWithContext(ctx, http.MethodDelete, c.base+"/v1/authorizations/"+url.PathEscape(paymentID), nil)
		if err != nil {
			return err
		}
		if last = c.send(req); last == nil {
			return nil
		}
		cooldown(attempt)
	}
	return fmt.Errorf("void %s: %w", paymentID, last)
}

// Mandate reads the agreement under which a customer is charged each month.
func (c *Client) Mandate(ctx context.Context, customerID string) ([]byte, error) {
	req, err := http.NewRequest(http.MethodGet, c.base+"/v1/mandates/"+url.PathEscape(customerID), nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(io.LimitReader(resp.Body, 1<<20))
}

// List walks the pages of a day's payments.
func (c *Client) List(ctx context.Context, day time.Time) ([]Status, error) {
	var all []Status
	cursor := ""
	for {
		page, next, err := c.page(ctx, day, cursor)
		if err != nil {
			return nil, err
		}
		all = append(all, page...)
		if next == "" {
			return all, nil
		}
		cursor = next
	}
}

func (c *Client) page(ctx context.Context, day time.Time, cursor string) ([]Status, string, error) {
	q := url.Values{"day": {day.Format(time.DateOnly)}, "cursor": {cursor}}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/v1/payments?"+q.Encode(), nil)
	if err != nil {
		return nil, "", err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, "", err
	}
	defer resp.Body.Close()
	var p struct {
		Payments []Status `json:"payments"`
		Next     string   `json:"next"`
	}
	err = json.NewDecoder(resp.Body).Decode(&p)
	return p.Payments, p.Next, err
}

type statusError int

func (e statusError) Error() string { return fmt.Sprintf("payments: payline answered %d", int(e)) }

func (c *Client) send(req *http.Request) error {
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<16))
	switch {
	case resp.StatusCode < 300:
		return nil
	case resp.StatusCode == http.StatusPaymentRequired:
		return ErrDeclined
	default:
		return statusError(resp.StatusCode)
	}
}

// Retryable says whether asking again may help.
func Retryable(err error) bool {
	if err == nil || errors.Is(err, ErrDeclined) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	var st statusError
	if errors.As(err, &st) {
		return st == http.StatusTooManyRequests || st >= 500
	}
	return true
}
