package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"heroicsim/heroic"
	"heroicsim/reports"
)

// A progress tells, from the first second on, how a run gets on: one line that
// is written over and over, and wiped away at the end.
type progress struct {
	w     io.Writer
	begun time.Time
	line  func(taken time.Duration) string
	quit  chan struct{}
	gone  chan struct{}
	shown int // columns of the line
}

func startProgress(w io.Writer, line func(taken time.Duration) string) *progress {
	p := &progress{w: w, begun: time.Now(), line: line, quit: make(chan struct{}), gone: make(chan struct{})}
	go p.tell()
	return p
}

// startTrials tells of trials. What it returns besides is for stats.Options.Progress,
// and to say how matters stand.
func startTrials(w io.Writer) (p *progress, update func(done, of int64), stand func(estimate string)) {
	var done, of atomic.Int64
	var estimate atomic.Value
	p = startProgress(w, func(taken time.Duration) string {
		line := progressLine(done.Load(), of.Load(), taken)
		if text, ok := estimate.Load().(string); ok {
			line += "; " + reports.Shortened(text, mostEstimate)
		}
		return line
	})
	update = func(d, o int64) {
		done.Store(d)
		of.Store(o)
	}
	return p, update, func(text string) { estimate.Store(text) }
}

// mostEstimate is how wide the present estimate may be.
const mostEstimate = 40

// startFight is startTrials, and tells besides how matters stand. interim is for
// stats.Options.Interim.
func startFight(w io.Writer, b *heroic.Battle) (p *progress, update func(done, of int64), interim func([heroic.NumOutcomes]int64)) {
	var done, of, first, second atomic.Int64
	p = startProgress(w, func(taken time.Duration) string {
		d := done.Load()
		return progressLine(d, of.Load(), taken) + standing(b, d, first.Load(), second.Load())
	})
	update = func(d, o int64) {
		done.Store(d)
		of.Store(o)
	}
	return p, update, func(outcomes [heroic.NumOutcomes]int64) {
		first.Store(outcomes[heroic.FirstWins])
		second.Store(outcomes[heroic.SecondWins])
	}
}

// standing is the present estimate: how often the side wins that wins more often.
func standing(b *heroic.Battle, done, first, second int64) string {
	if done == 0 || first+second == 0 {
		return ""
	}
	best, wins := heroic.FirstWins, first
	if second > first {
		best, wins = heroic.SecondWins, second
	}
	return fmt.Sprintf("; %s %.1f %%", reports.Shortened(b.Sides[best].Name, 20), 100*float64(wins)/float64(done))
}

// A fraction is a number that goroutines share.
type fraction struct{ bits atomic.Uint64 }

func (f *fraction) load() float64   { return math.Float64frombits(f.bits.Load()) }
func (f *fraction) store(x float64) { f.bits.Store(math.Float64bits(x)) }

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
			p.show(p.line(time.Since(p.begun)))
		}
	}
}

func (p *progress) show(line string) {
	if line == "" && p.shown == 0 {
		return
	}
	fmt.Fprintf(p.w, "\r%s\r%s", strings.Repeat(" ", p.shown), line)
	p.shown = utf8.RuneCountInString(line)
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

// solvingLine tells how far an exact answer is. The probability that is decided says
// nothing of the time that the rest takes, so the time taken stands beside it.
func solvingLine(decided float64, taken time.Duration) string {
	text := "solving"
	switch {
	case decided > 0 && decided < 0.99:
		text += fmt.Sprintf(": %.0f %% decided", 100*decided)
	case decided >= 0.99 && decided < 1:
		text += fmt.Sprintf(": all but %.0e decided", 1-decided)
	}
	return text + ", " + taken.Round(time.Second).String()
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
