module github.com/timeoutlint/timeoutlint/budget/breaker

go 1.25

require github.com/timeoutlint/timeoutlint/budget v0.0.0

require github.com/sony/gobreaker/v2 v2.4.0

replace github.com/timeoutlint/timeoutlint/budget => ../
