package inventory

import (
	"context"
	"net/http"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

func companions(ctx context.Context) error {
	_, err := budget.New("orders", budget.Policy{ // want `reserve 10ms .*budget.Policy.Reserve default companions \[orders\]` `attempt off .*budget.Policy.MaxIdle default companions \[orders\]`
		Ceiling: 300 * time.Millisecond,               // want `attempt 300ms .*budget.Policy.Ceiling written companions \[orders\]`
		Floor:   budget.Off,                           // want `floor off .*budget.Policy.Floor written companions \[orders\]`
		Retry:   budget.Retry{Total: 2 * time.Second}, // want `total 2s .*budget.Retry.Total written companions \[orders\]`
	})
	if err != nil {
		return err
	}
	p := policy()
	if _, err := budget.New("prices", p); err != nil {
		return err
	}
	if _, err := budget.New("stock", p); err != nil {
		return err
	}
	_, err = budget.New("untold", budget.Policy{})   // want `attempt 1s .*Ceiling default companions \[untold\]` `floor 10ms .*Floor default companions \[untold\]` `reserve 10ms .* \[untold\]`
	_, cancel := budget.WithAtMost(ctx, time.Second) // want `context 1s .*budget.WithAtMost written companions`
	cancel()
	return err
}

func policy() budget.Policy {
	return budget.Policy{ // want `reserve 10ms .*Reserve default policy \[prices stock\]` `attempt off .*MaxIdle default policy \[prices stock\]`
		Ceiling: time.Second,           // want `attempt 1s .*Ceiling written policy \[prices stock\]`
		Floor:   20 * time.Millisecond, // want `floor 20ms .*Floor written policy \[prices stock\]`
	}
}

func made(h http.Handler) *http.Server {
	return budget.NewServer(":80", h) // want `header 5s net/http.Server.ReadHeaderTimeout preset made` `read 30s` `write 35s` `idle 2m`
}
