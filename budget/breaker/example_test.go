package breaker_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/timeoutlint/timeoutlint/budget"
	"github.com/timeoutlint/timeoutlint/budget/breaker"
)

func Example() {
	b, err := breaker.New("payments", breaker.Settings{MinCalls: 5})
	if err != nil {
		panic(err)
	}
	payments, err := budget.New("payments", budget.Policy{Breaker: b})
	if err != nil {
		panic(err)
	}
	pay := func(context.Context) (string, error) { return "", errors.New("no route to the bank") }
	later := func(_ context.Context, why *budget.Error) (string, error) {
		return "paid later: " + why.Reason.String(), nil
	}
	for range 6 {
		answer, err := budget.DoOr(context.Background(), payments, pay, later)
		fmt.Println(answer, err)
	}
	// Output:
	// paid later: unsafe <nil>
	// paid later: unsafe <nil>
	// paid later: unsafe <nil>
	// paid later: unsafe <nil>
	// paid later: unsafe <nil>
	// paid later: open <nil>
}
