package retrybody_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCopyIsForAKeptConnection observes what the rule says of net/http: a
// request whose body it has a copy of can be sent again on the same
// connection, and not after the connection was lost.
func TestCopyIsForAKeptConnection(t *testing.T) {
	t.Parallel()
	var bodies []string
	lose := false
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		bodies = append(bodies, string(text))
		if lose {
			conn, _, err := w.(http.Hijacker).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			conn.Close()
		}
	}))
	defer server.Close()
	client := server.Client()
	send := func(req *http.Request) error {
		resp, err := client.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}
	request := func() *http.Request {
		req, err := http.NewRequest(http.MethodPost, server.URL, strings.NewReader("parcel"))
		require.NoError(t, err)
		return req
	}

	req := request()
	require.NoError(t, send(req))
	require.NoError(t, send(req), "the connection was kept")
	require.Equal(t, []string{"parcel", "parcel"}, bodies)

	client.CloseIdleConnections()
	lose, bodies = true, nil
	req = request()
	require.Error(t, send(req))
	require.ErrorContains(t, send(req), "ContentLength=6 with Body length 0")
	require.Equal(t, []string{"parcel"}, bodies)

	lose = false
	body, err := req.GetBody()
	require.NoError(t, err)
	req.Body = body
	require.NoError(t, send(req), "renewed")
	require.Equal(t, []string{"parcel", "parcel"}, bodies)
}
