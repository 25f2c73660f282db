module github.com/timeoutlint/timeoutlint/budget/peers

go 1.26.0

require (
	github.com/avast/retry-go/v5 v5.1.1
	github.com/cenkalti/backoff/v5 v5.0.3
	github.com/cristalhq/hedgedhttp v0.9.2
	github.com/failsafe-go/failsafe-go v0.9.8
	github.com/hashicorp/go-retryablehttp v0.7.8
	github.com/sethvargo/go-retry v0.5.0
	github.com/sony/gobreaker/v2 v2.4.0
	github.com/timeoutlint/timeoutlint/budget v0.0.0
	github.com/timeoutlint/timeoutlint/budget/breaker v0.0.0
	github.com/timeoutlint/timeoutlint/budget/grpcbudget v0.0.0
	google.golang.org/grpc v1.85.0
)

require (
	github.com/bits-and-blooms/bitset v1.24.4 // indirect
	github.com/hashicorp/go-cleanhttp v0.5.2 // indirect
	github.com/influxdata/tdigest v0.0.1 // indirect
	golang.org/x/net v0.60.0 // indirect
	golang.org/x/sys v0.48.0 // indirect
	golang.org/x/text v0.42.0 // indirect
	google.golang.org/genproto/googleapis/rpc v0.0.0-20260817212433-ac3dfec99bb1 // indirect
	google.golang.org/protobuf v1.36.12 // indirect
)

replace (
	github.com/timeoutlint/timeoutlint/budget => ../
	github.com/timeoutlint/timeoutlint/budget/breaker => ../breaker
	github.com/timeoutlint/timeoutlint/budget/grpcbudget => ../grpcbudget
)
