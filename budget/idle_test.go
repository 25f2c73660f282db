package budget_test

import (
	"context"
	"io"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

// A long answer may take its time as long as it keeps coming; once it stops, the
// attempt ends, and with it the wait.
func TestMaxIdle(t *testing.T) {
	for _, stops := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			n := serve(t, &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				for i := range 20 {
					if stops && i == 10 {
						<-r.Context().Done()
						return
					}
					w.Write([]byte("x"))
					w.(http.Flusher).Flush()
					time.Sleep(time.Second)
				}
			})})
			seen := new(log)
			d := dependency(t, "d", budget.Policy{MaxIdle: 2 * time.Second, Observer: seen})
			client := &http.Client{Transport: d.Transport(n.base)}
			ctx := d.WithOptions(t.Context(), budget.Within(time.Hour))
			req, _ := http.NewRequestWithContext(ctx, http.MethodGet, "http://d/", nil)
			resp, err := client.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			got, err := io.ReadAll(resp.Body)
			took := time.Since(start)
			resp.Body.Close()
			synctest.Wait()
			equal(t, "slots left", d.Stats().InFlight, 0)
			if !stops {
				equal(t, "read", len(got), 20)
				equal(t, "error", err, nil)
				return
			}
			reason(t, err, budget.ReasonTimeout)
			timeout(t, err)
			equal(t, "read", len(got), 10)
			equal(t, "waited", took.Round(time.Second), 11*time.Second)
			equal(t, "timeouts", d.Stats().Timeouts, 1)
			ended := seen.of(budget.KindAttempt)
			if len(ended) != 1 || ended[0].Reason != budget.ReasonTimeout {
				t.Errorf("events of attempts: %+v, want one timeout", ended)
			}
		})
	}
}

// An event stream says nothing for as long as it likes.
func TestMaxIdleLeavesEventStreamsAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := serve(t, &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			w.(http.Flusher).Flush()
			time.Sleep(time.Minute)
			w.Write([]byte("data: x\n\n"))
		})})
		d := dependency(t, "d", budget.Policy{MaxIdle: time.Second})
		req, _ := http.NewRequestWithContext(d.WithOptions(context.Background(), budget.Within(time.Hour)), http.MethodGet, "http://d/", nil)
		resp, err := (&http.Client{Transport: d.Transport(n.base)}).Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		got, err := io.ReadAll(resp.Body)
		equal(t, "read", len(got), 9)
		equal(t, "error", err, nil)
	})
}

func TestMaxIdleIsChecked(t *testing.T) {
	if _, err := budget.New("d", budget.Policy{MaxIdle: -1}); err == nil {
		t.Error("a negative MaxIdle is accepted")
	}
}
