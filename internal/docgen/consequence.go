package docgen

import "github.com/timeoutlint/timeoutlint/rules"

// consequences is the page of the table of consequence.
func consequences() ([]byte, error) {
	type column struct {
		Title string
		Of    rules.Consequence // one of those that the column is for
	}
	return execute("consequence.md.tmpl", struct {
		Columns      []column
		Rows         []rules.Row
		Consequences []rules.Consequence
	}{
		[]column{{"a request, a call, a message, a job, a lock, the end of the program", rules.Request}, {"programs elsewhere", rules.Others}, {"not seen", rules.Unseen},
			{"a loop", rules.Loop}, {"an unattended command", rules.Unattended}, {"a goroutine of its own", rules.Background}, {"the start of the program", rules.StartUp},
			{"an interactive command", rules.Interactive}, {"nobody", rules.Idle}},
		rules.Rows(), rules.Consequences(),
	})
}
