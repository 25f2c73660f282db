package retrygrowth

import "time"

const maxDelay = 30 * time.Second

func named(try func() error) {
	delay := time.Second
	for try() != nil {
		time.Sleep(delay)
		delay *= 2 // want `the wait doubles each time for as long as the loop goes on`
	}
}

func inSteps(try func() error) {
	delay := time.Second
	for try() != nil {
		time.Sleep(delay)
		delay = delay * 3 // want `the wait is multiplied by 3 each time for as long as the loop goes on`
	}
}

// two maxima: which one is a choice.
func two(try func() error, maxWait time.Duration) {
	delay := time.Second
	for try() != nil {
		time.Sleep(delay)
		delay *= 2 // want `the wait doubles each time for as long as the loop goes on`
	}
}

// of another type.
func seconds(try func() error) {
	const maxDelay = 30
	delay := time.Second
	for try() != nil {
		time.Sleep(delay)
		delay += delay // want `the wait doubles each time for as long as the loop goes on`
	}
}
