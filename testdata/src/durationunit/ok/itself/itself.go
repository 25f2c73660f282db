package itself

import "time"

// Duration is one of a project's own, with methods that give it back.
type Duration int64

func (d Duration) Add(more Duration) Duration { return d + more }

func (d Duration) In() time.Duration { return time.Duration(d) * time.Second }

func Later(d, more Duration) time.Duration { return d.Add(more).In() }
