package ok

import "net/http"

// grown makes the key out of itself, in a helper and in a loop: it is the same for
// every attempt.
func grown(c *http.Client, order string, parts int) error {
	key := order
	for range parts {
		key = longer(key, key)
	}
	for range 3 {
		req, err := http.NewRequest(http.MethodPost, "https://pay.example", nil)
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", key)
		if resp, err := c.Do(req); err == nil {
			return resp.Body.Close()
		}
	}
	return nil
}

func longer(key, part string) string { return key + "-" + part }
