// Package hystrix is a stub of github.com/afex/hystrix-go/hystrix at v0.0.0-20180502004556-fa1af6a1f4f5.
package hystrix

// CommandConfig is a stub.
type CommandConfig struct {
	Timeout                int
	MaxConcurrentRequests  int
	RequestVolumeThreshold int
	SleepWindow            int
	ErrorPercentThreshold  int
}

// ConfigureCommand is a stub.
func ConfigureCommand(name string, config CommandConfig) {}
