package budget

import (
	"context"
	"log/slog"
)

// Slog returns an observer that logs to l, or to slog.Default() when l is nil.
// Timeouts, refusals, fallbacks, orphans and the server's header events are
// warnings; everything else is debug. Attributes: dependency, reason, outcome,
// attempt, granted, elapsed, remaining, wait, error.
func Slog(l *slog.Logger) Observer {
	return ObserverFunc(func(ctx context.Context, e Event) {
		log := l
		if log == nil {
			log = slog.Default()
		}
		level := e.level()
		if log.Enabled(ctx, level) {
			log.LogAttrs(ctx, level, "budget: "+e.Kind.String(), e.attrs()...)
		}
	})
}

func (e Event) level() slog.Level {
	switch e.Kind {
	case KindRefused, KindFallback, KindOrphan, KindMalformed, KindSkew, KindExpired:
		return slog.LevelWarn
	case KindAttempt:
		if e.Reason == ReasonTimeout {
			return slog.LevelWarn
		}
	}
	return slog.LevelDebug
}

func (e Event) attrs() []slog.Attr {
	attrs := []slog.Attr{
		slog.String("dependency", e.Dependency),
		slog.String("reason", e.Reason.String()),
		slog.String("outcome", e.Outcome.String()),
		slog.Int("attempt", e.Attempt),
		slog.Duration("granted", e.Granted),
		slog.Duration("elapsed", e.Elapsed),
		slog.Duration("remaining", e.Remaining),
	}
	if e.Hedge {
		attrs = append(attrs, slog.Bool("hedge", true))
	}
	if e.Wait > 0 {
		attrs = append(attrs, slog.Duration("wait", e.Wait))
	}
	if e.Err != nil {
		attrs = append(attrs, slog.Any("error", e.Err))
	}
	return attrs
}
