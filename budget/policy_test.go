package budget_test

import (
	"strings"
	"testing"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

func TestPolicyDefaults(t *testing.T) {
	p := dependency(t, "d", budget.Policy{}).Policy()
	equal(t, "Ceiling", p.Ceiling, time.Second)
	equal(t, "Floor", p.Floor, 10*ms)
	equal(t, "Reserve", p.Reserve, 10*ms)
	equal(t, "MaxConcurrent", p.MaxConcurrent, 64)
	equal(t, "MaxWait", p.MaxWait, 0)
	equal(t, "SlowCall", p.SlowCall, 0)
	equal(t, "Retry", p.Retry, budget.Retry{Attempts: 3, Base: 50 * ms, Cap: time.Second, Ratio: 0.1, Burst: 10})
	equal(t, "Hedge", p.Hedge, budget.Hedge{MinSamples: 100, Max: 1})

	// A default gives way to the value it depends on.
	p = dependency(t, "d", budget.Policy{Ceiling: 8 * ms, Retry: budget.Retry{Cap: 20 * ms}}).Policy()
	equal(t, "Floor", p.Floor, 4*ms)
	equal(t, "Base", p.Retry.Base, 20*ms)
	p = dependency(t, "d", budget.Policy{Retry: budget.Retry{Base: 2 * time.Second}}).Policy()
	equal(t, "Cap", p.Retry.Cap, 2*time.Second)

	p = dependency(t, "d", budget.Policy{Floor: budget.Off, Reserve: budget.Off, MaxConcurrent: budget.Off, SlowCall: budget.Off}).Policy()
	equal(t, "Floor off", p.Floor, 0)
	equal(t, "Reserve off", p.Reserve, 0)
	equal(t, "MaxConcurrent off", p.MaxConcurrent, budget.Off)
	equal(t, "SlowCall off", p.SlowCall, 0)
}

func TestPolicyRefusesNonsense(t *testing.T) {
	for field, p := range map[string]budget.Policy{
		"Ceiling":                {Ceiling: budget.Off}, // a wait without end is never safe
		"Floor":                  {Floor: -2},
		"2s as Floor":            {Floor: 2 * time.Second},
		"Reserve":                {Reserve: -time.Second},
		"MaxWait":                {MaxWait: budget.Off},
		"MaxConcurrent":          {MaxConcurrent: -2},
		"SlowCall":               {SlowCall: -2},
		"Retry.Attempts":         {Retry: budget.Retry{Attempts: budget.Off}},
		"Retry.Base":             {Retry: budget.Retry{Base: -1}},
		"Retry.Base 2s":          {Retry: budget.Retry{Base: 2 * time.Second, Cap: time.Second}},
		"Retry.Cap":              {Retry: budget.Retry{Cap: -1}},
		"Retry.Total":            {Retry: budget.Retry{Total: budget.Off}},
		"Retry.Ratio":            {Retry: budget.Retry{Ratio: -0.1}},
		"Retry.Ratio is 2":       {Retry: budget.Retry{Ratio: 2}},
		"Retry.Burst":            {Retry: budget.Retry{Burst: 0.5}},
		"Retry.Burst is 1":       {Retry: budget.Retry{Burst: 1e9}},
		"Hedge.Percentile":       {Hedge: budget.Hedge{Percentile: 0.5}},
		"Hedge.Percentile is 95": {Hedge: budget.Hedge{Percentile: 95}},
		"Hedge.MinSamples":       {Hedge: budget.Hedge{MinSamples: -1}},

		// Each of these could never do what it is for.
		"Hedge.MinSamples is 20 without":          {Hedge: budget.Hedge{MinSamples: 20}},
		"15ms as Retry.Total":                     {Retry: budget.Retry{Total: 15 * ms}},
		"30ms as Retry.Total":                     {Floor: 20 * ms, Reserve: 11 * ms, Retry: budget.Retry{Total: 30 * ms}},
		"Hedge.Percentile with Retry.Attempts 1":  {Hedge: budget.Hedge{Percentile: 0.9}, Retry: budget.Retry{Attempts: 1}},
		"Hedge.Percentile with MaxConcurrent 1: ": {Hedge: budget.Hedge{Percentile: 0.9}, MaxConcurrent: 1},
	} {
		_, err := budget.New("orders", p)
		if err == nil {
			t.Errorf("%s was accepted", field)
		} else if !strings.HasPrefix(err.Error(), "budget: orders: "+field) {
			t.Errorf("%q does not begin with the field, %s", err, field)
		}
	}
	if _, err := budget.New("", budget.Policy{}); err == nil {
		t.Error("an empty name was accepted")
	}
	equal(t, "Name", dependency(t, "orders", budget.Policy{}).Name(), "orders")
}
