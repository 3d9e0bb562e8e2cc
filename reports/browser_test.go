package reports

import (
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// browser is a Chromium that is there, or nothing.
func browser() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// frames shows pages at the widths of a desk and of a phone, and notes how they came
// out.
const frames = `<!DOCTYPE html><link rel="icon" href="data:,"><body><pre id="found"></pre><script>
const widths = [1280, 390];
const pages = %s;
const all = [];
for (const page of pages) for (const width of widths) {
  const frame = document.createElement("iframe");
  frame.style.cssText = "border:0;height:900px;width:" + width + "px";
  frame.src = page;
  document.body.append(frame);
  all.push({page, width, frame});
}
addEventListener("load", () => {
  const found = all.map(({page, width, frame}) => {
    const d = frame.contentDocument, w = frame.contentWindow;
    for (const e of d.querySelectorAll("details")) e.open = true;
    const seen = [...d.querySelectorAll("svg")].filter(s => w.getComputedStyle(s).display != "none");
    const wide = [...d.body.querySelectorAll("*")].filter(e => !e.closest("svg, .bar") && e.getBoundingClientRect().right > width + 1);
    return {
      page, width,
      overflow: d.documentElement.scrollWidth,
      wide: wide.slice(0, 3).map(e => e.outerHTML.slice(0, 80)),
      plots: seen.length,
      small: seen.filter(s => s.getBoundingClientRect().width < 250 || s.getBoundingClientRect().height < 40).length,
      scripts: d.scripts.length,
      text: d.body.innerText,
    };
  });
  document.getElementById("found").textContent = JSON.stringify(found);
});
</script>`

// A framed is how a page came out.
type framed struct {
	Page                                   string
	Width, Overflow, Plots, Small, Scripts int
	Wide                                   []string
	Text                                   string
}

// TestPagesInBrowser opens pages of all sorts in a headless Chromium.
func TestPagesInBrowser(t *testing.T) {
	chromium := browser()
	if chromium == "" {
		t.Skip("there is no Chromium to look at the pages with")
	}
	pages := samplePages(t)
	var names []string
	for name := range pages {
		names = append(names, name)
	}
	list, err := json.Marshal(names)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var strange []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		name := strings.TrimPrefix(r.URL.Path, "/")
		switch page, ok := pages[name]; {
		case name == "":
			fmt.Fprintf(w, frames, list)
		case ok:
			io.WriteString(w, page)
		default:
			mu.Lock()
			defer mu.Unlock()
			strange = append(strange, r.URL.Path)
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	cmd := exec.CommandContext(t.Context(), chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
		"--user-data-dir="+t.TempDir(), "--window-size=1400,1000", "--enable-logging=stderr", "--virtual-time-budget=20000", "--dump-dom", server.URL)
	var dom, log strings.Builder
	cmd.Stdout, cmd.Stderr = &dom, &log
	cmd.WaitDelay = time.Minute
	if err := cmd.Run(); err != nil {
		t.Skipf("Chromium does not run here: %v", err)
	}
	for line := range strings.Lines(log.String()) {
		if strings.Contains(line, ":CONSOLE") {
			t.Errorf("console: %s", line)
		}
	}
	if len(strange) > 0 {
		t.Errorf("asked for %q", strange)
	}
	text := regexp.MustCompile(`(?s)<pre id="found">(.*?)</pre>`).FindStringSubmatch(dom.String())
	if text == nil {
		t.Fatalf("no answer in\n%.500s", dom.String())
	}
	var found []framed
	if err := json.Unmarshal([]byte(html.UnescapeString(text[1])), &found); err != nil {
		t.Fatalf("%v in %.300s", err, text[1])
	}
	if len(found) != 2*len(pages) {
		t.Errorf("%d pages were seen, want %d", len(found), 2*len(pages))
	}
	for _, f := range found {
		if f.Overflow > f.Width || len(f.Wide) > 0 {
			t.Errorf("%s at %d: %d wide; beyond the edge: %q", f.Page, f.Width, f.Overflow, f.Wide)
		}
		if f.Plots < 1 || f.Small > 0 || f.Scripts > 0 {
			t.Errorf("%s at %d: %d plots, %d of them small; %d scripts", f.Page, f.Width, f.Plots, f.Small, f.Scripts)
		}
		if strings.HasPrefix(f.Page, "hostile") && !strings.Contains(f.Text, hostileName) {
			t.Errorf("%s at %d: a name is not shown as it is", f.Page, f.Width)
		}
	}
}
