package main

import (
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"heroicsim/reports"
)

// A progress tells, from the first second on, how a run gets on: one line that
// is written over and over, and wiped away at the end.
type progress struct {
	w        io.Writer
	begun    time.Time
	done, of atomic.Int64
	quit     chan struct{}
	gone     chan struct{}
	shown    int // columns of the line
}

func startProgress(w io.Writer) *progress {
	p := &progress{w: w, begun: time.Now(), quit: make(chan struct{}), gone: make(chan struct{})}
	go p.tell()
	return p
}

// update is for stats.Options.Progress.
func (p *progress) update(done, of int64) {
	p.done.Store(done)
	p.of.Store(of)
}

func (p *progress) stop() {
	close(p.quit)
	<-p.gone
}

func (p *progress) tell() {
	defer close(p.gone)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-p.quit:
			p.show("")
			return
		case <-tick.C:
			p.show(progressLine(p.done.Load(), p.of.Load(), time.Since(p.begun)))
		}
	}
}

func (p *progress) show(line string) {
	if line == "" && p.shown == 0 {
		return
	}
	fmt.Fprintf(p.w, "\r%s\r%s", strings.Repeat(" ", p.shown), line)
	p.shown = len(line)
}

// progressLine is short enough for any terminal.
func progressLine(done, of int64, taken time.Duration) string {
	if done == 0 || of == 0 {
		return "fighting ..."
	}
	speed := float64(done) / taken.Seconds()
	rest := time.Duration(float64(of-done) / speed * float64(time.Second))
	return fmt.Sprintf("%d %% of %s, %s a second, %s left", 100*done/of, reports.Battles(of), speedText(speed), rest.Round(time.Second))
}

// speedText has two digits, for more would dance.
func speedText(perSecond float64) string {
	switch {
	case perSecond >= 1e6:
		return fmt.Sprintf("%.1f million", perSecond/1e6)
	case perSecond >= 1e3:
		return fmt.Sprintf("%.0f thousand", perSecond/1e3)
	}
	return fmt.Sprintf("%.0f", perSecond)
}
