package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/timeoutlint/timeoutlint/internal/driver"
)

// quietFor is how long a run may take before it says what it is doing.
const quietFor = 2 * time.Second

// progress keeps one line on a terminal up to date; on anything else it does nothing.
type progress struct {
	w    io.Writer
	quit chan struct{}
	done sync.WaitGroup

	mu   sync.Mutex
	last driver.Progress
}

func (a app) startProgress() *progress {
	p := &progress{w: a.stderr, quit: make(chan struct{})}
	if isTerminal(a.stderr) {
		p.done.Go(p.draw)
	}
	return p
}

func (p *progress) update(at driver.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last = at
}

func (p *progress) stop() {
	close(p.quit)
	p.done.Wait()
}

func (p *progress) draw() {
	wait := time.NewTimer(quietFor)
	defer wait.Stop()
	for drawn := false; ; drawn = true {
		select {
		case <-p.quit:
			if drawn {
				fmt.Fprint(p.w, "\r\x1b[K")
			}
			return
		case <-wait.C:
			p.mu.Lock()
			at := p.last
			p.mu.Unlock()
			fmt.Fprintf(p.w, "\r\x1b[K%s", at.Phase)
			if at.Total > 0 {
				fmt.Fprintf(p.w, " %d of %d packages", at.Done, at.Total)
			}
			wait.Reset(200 * time.Millisecond)
		}
	}
}
