module github.com/timeoutlint/timeoutlint/budget

go 1.25
