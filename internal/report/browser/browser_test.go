package browser

import (
	"bytes"
	"context"
	"image"
	_ "image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// patience is for a browser that starts on a busy machine.
const patience = 3 * time.Minute

// shop writes the page of examples/shop, as a user would.
func shop(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", "..", ".."))
	require.NoError(t, err)
	dir := t.TempDir()
	bin := filepath.Join(dir, "timeoutlint")
	build := exec.Command("go", "build", "-o", bin, "./cmd/timeoutlint")
	build.Dir = root
	build.Env = append(os.Environ(), "GOWORK=") // this module is not in the workspace, the command is
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	var html, stderr bytes.Buffer
	run := exec.Command(bin, "budgets", "-C", filepath.Join(root, "examples", "shop"), "-format=html", "-slow=payments=250ms")
	run.Env, run.Stdout, run.Stderr = append(os.Environ(), "GOWORK="), &html, &stderr
	require.NoError(t, run.Run(), "%s", stderr.String())
	file := filepath.Join(dir, "budgets.html")
	require.NoError(t, os.WriteFile(file, html.Bytes(), 0o600))
	return "file://" + filepath.ToSlash(file)
}

// start starts a browser.
func start(t *testing.T) context.Context {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(browser(t)), chromedp.NoSandbox, chromedp.WSURLReadTimeout(patience))
	ctx, stop := context.WithTimeout(t.Context(), patience)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	do(t, ctx, chromedp.Navigate("about:blank"))
	return ctx
}

// open opens a page of that size in a tab of its own. What the page complains
// of, or asks the network for, fails the test.
func open(t *testing.T, ctx context.Context, url string, width, height int64) context.Context {
	t.Helper()
	var mu sync.Mutex
	var complaints []string
	complain := func(text string) {
		mu.Lock()
		defer mu.Unlock()
		complaints = append(complaints, text)
	}
	t.Cleanup(func() {
		mu.Lock()
		defer mu.Unlock()
		require.Empty(t, complaints)
	})
	ctx, stop := chromedp.NewContext(ctx, chromedp.WithListener(func(event any) {
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			complain(e.ExceptionDetails.Text)
		case *runtime.EventConsoleAPICalled:
			complain("console." + string(e.Type))
		case *network.EventRequestWillBeSent:
			if e.Request.URL != url {
				complain("asks for " + e.Request.URL)
			}
		}
	}))
	t.Cleanup(stop)
	do(t, ctx, chromedp.EmulateViewport(width, height))
	call(t, ctx, network.Enable, network.EnableParams{})
	do(t, ctx, chromedp.Navigate(url), chromedp.WaitReady(chromedp.CSS("footer")))
	return ctx
}

// browser is the path of a browser; without one there is nothing to test.
func browser(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no browser is installed; the tests need Chromium")
	return ""
}

func do(t *testing.T, ctx context.Context, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	require.NoError(t, chromedp.Do(ctx, steps...))
}

func call[P, R any](t *testing.T, ctx context.Context, command cdp.Command[P, R], params P) R {
	t.Helper()
	out, err := chromedp.Call(ctx, command, params)
	require.NoError(t, err)
	return out
}

// eval is what an expression of JavaScript gives.
func eval[T any](t *testing.T, ctx context.Context, expression string) T {
	t.Helper()
	out, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	require.NoError(t, err, expression)
	return out
}

func press(t *testing.T, ctx context.Context, keys string) {
	t.Helper()
	do(t, ctx, chromedp.KeyEvent(keys))
}

func TestPage(t *testing.T) {
	browser(t)
	url, ctx := shop(t), start(t)
	t.Run("sorts", func(t *testing.T) { sorts(t, open(t, ctx, url, 1200, 900)) })
	t.Run("filters", func(t *testing.T) { filters(t, open(t, ctx, url, 1200, 900)) })
	t.Run("by keyboard", func(t *testing.T) { keyboard(t, open(t, ctx, url, 1200, 900)) })
	t.Run("looks", func(t *testing.T) { looks(t, open(t, ctx, url, 1200, 900)) })
	t.Run("narrow", func(t *testing.T) { narrow(t, open(t, ctx, url, 390, 844)) })
	t.Run("names everything", func(t *testing.T) { names(t, open(t, ctx, url, 1200, 900)) })
}

const valueKeys = `[...document.querySelectorAll("#timeouts tbody tr")].map(r => r.cells[2].dataset.key)`

// sorts clicks on the header of the values: shortest first, what is unknown at
// the end; a second time longest first, what is unknown still at the end.
func sorts(t *testing.T, ctx context.Context) {
	const button, sorted = chromedp.CSS(`#timeouts th:nth-child(3) button`), `document.querySelector("#timeouts th:nth-child(3)").ariaSort`
	before := eval[[]string](t, ctx, valueKeys)
	require.Greater(t, len(before), 20)
	require.Equal(t, "none", eval[string](t, ctx, sorted))

	do(t, ctx, chromedp.Click(button))
	require.Equal(t, "ascending", eval[string](t, ctx, sorted))
	up := eval[[]string](t, ctx, valueKeys)
	require.ElementsMatch(t, before, up)
	ordered(t, up, 1)

	do(t, ctx, chromedp.Click(button))
	require.Equal(t, "descending", eval[string](t, ctx, sorted))
	ordered(t, eval[[]string](t, ctx, valueKeys), -1)
	require.Equal(t, "none", eval[string](t, ctx, `document.querySelector("#timeouts th:nth-child(1)").ariaSort`))
}

// ordered wants numbers in order, and the empty ones after them.
func ordered(t *testing.T, keys []string, direction int) {
	t.Helper()
	for i := 1; i < len(keys); i++ {
		a, b := keys[i-1], keys[i]
		if b == "" {
			continue
		}
		require.NotEmpty(t, a, "unknown before known")
		require.GreaterOrEqual(t, direction*compare(b, a), 0, "%s before %s", a, b)
	}
}

// compare compares whole numbers as JavaScript writes them; 1e300 is for ever.
func compare(a, b string) int {
	for _, s := range []*string{&a, &b} {
		if *s == "1e300" {
			*s = strings.Repeat("9", 40)
		}
	}
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}

// filters types into the filter of entries, and ticks its box.
func filters(t *testing.T, ctx context.Context) {
	const shown = `[...document.querySelectorAll(".entry")].filter(e => e.offsetParent !== null).length`
	const broken = `document.querySelectorAll(".entry[data-broken]").length`
	all := eval[int](t, ctx, shown)
	require.Greater(t, all, 3)
	do(t, ctx, chromedp.Click(chromedp.CSS("#broken")))
	require.Equal(t, eval[int](t, ctx, broken), eval[int](t, ctx, shown))
	do(t, ctx, chromedp.Click(chromedp.CSS("#broken")), chromedp.SendKeys(chromedp.CSS("#entries input[type=search]"), "no such entry"))
	require.Zero(t, eval[int](t, ctx, shown))
	require.Equal(t, "0 of "+eval[string](t, ctx, `String(document.querySelectorAll(".entry").length)`), eval[string](t, ctx, `document.querySelector("#entry-count").textContent`))
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`document.querySelector("#entries input[type=search]").select()`), chromedp.KeyEvent("post"))
	some := eval[int](t, ctx, shown)
	require.Positive(t, some)
	require.Less(t, some, all)
}

// keyboard goes through the page with nothing but keys.
func keyboard(t *testing.T, ctx context.Context) {
	const focused = `document.activeElement.textContent.trim()`
	press(t, ctx, kb.Tab)
	require.Equal(t, "Skip to the report", eval[string](t, ctx, focused))
	require.True(t, eval[bool](t, ctx, `document.activeElement.getBoundingClientRect().left >= 0`), "the link is seen when it has the focus")
	reached := map[string]bool{}
	for range 40 {
		press(t, ctx, kb.Tab)
		reached[eval[string](t, ctx, focused)] = true
		if eval[bool](t, ctx, `document.activeElement.id === "theme"`) {
			break
		}
	}
	for _, name := range []string{"Findings", "Entries", "Timeouts", "Dark"} {
		require.True(t, reached[name], "%s is not reached with Tab: %v", name, reached)
	}
	require.True(t, eval[bool](t, ctx, `parseFloat(getComputedStyle(document.activeElement).outlineWidth) >= 2`), "the focus is seen")
	press(t, ctx, kb.Enter)
	require.Equal(t, "dark", eval[string](t, ctx, `document.documentElement.dataset.theme`))
	press(t, ctx, kb.Enter)
	require.Equal(t, "light", eval[string](t, ctx, `document.documentElement.dataset.theme`))

	// The header of a table sorts on Enter and on the space bar.
	do(t, ctx, chromedp.Focus(chromedp.CSS("#timeouts th:nth-child(3) button")))
	press(t, ctx, kb.Enter)
	require.Equal(t, "ascending", eval[string](t, ctx, `document.querySelector("#timeouts th:nth-child(3)").ariaSort`))
	press(t, ctx, " ")
	require.Equal(t, "descending", eval[string](t, ctx, `document.querySelector("#timeouts th:nth-child(3)").ariaSort`))

	// What scrolls sideways can be scrolled with the keys.
	require.True(t, eval[bool](t, ctx, `[...document.querySelectorAll(".scroll")].every(e => e.tabIndex === 0)`))
}

// contrast is the least contrast of the texts on their ground.
const contrast = `(() => {
  const parse = (c) => c.match(/[\d.]+/g).slice(0, 3).map(Number);
  const light = (c) => { const [r, g, b] = parse(c).map(v => { v /= 255; return v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; }); return .2126 * r + .7152 * g + .0722 * b; };
  const ground = (e) => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; if (!/rgba\(.*, 0\)|transparent/.test(c)) return c; } return "rgb(255,255,255)"; };
  let least = 21;
  for (const e of document.querySelectorAll("main *, .bar *")) {
    if (![...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) || e.closest("svg")) continue;
    const a = light(getComputedStyle(e).color), b = light(ground(e));
    least = Math.min(least, (Math.max(a, b) + .05) / (Math.min(a, b) + .05));
  }
  return least;
})()`

// looks changes between light and dark, looks at the pictures, and prints.
func looks(t *testing.T, ctx context.Context) {
	require.GreaterOrEqual(t, eval[float64](t, ctx, contrast), 4.5)
	light := picture(t, ctx, "light.png")
	do(t, ctx, chromedp.Click(chromedp.CSS("#theme")))
	require.GreaterOrEqual(t, eval[float64](t, ctx, contrast), 4.5)
	dark := picture(t, ctx, "dark.png")
	require.Greater(t, brightness(light), 200.0)
	require.Less(t, brightness(dark), 60.0)
	require.Greater(t, shades(light), 50, "the picture shows something")
	require.Greater(t, shades(dark), 50, "the picture shows something")

	// A choice stays; and what the system wants holds until there is one.
	do(t, ctx, chromedp.Reload(), chromedp.WaitReady(chromedp.CSS("footer")))
	require.Equal(t, "dark", eval[string](t, ctx, `document.documentElement.dataset.theme`))
	call(t, ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}})
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`localStorage.clear()`), chromedp.Reload(), chromedp.WaitReady(chromedp.CSS("footer")))
	require.Equal(t, "Light", eval[string](t, ctx, `document.getElementById("theme").textContent`))
	require.Less(t, brightness(picture(t, ctx, "system-dark.png")), 60.0)

	// On paper it is light, and nothing is left that could be clicked.
	call(t, ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	require.Equal(t, "rgb(255, 255, 255)", eval[string](t, ctx, `getComputedStyle(document.body).backgroundColor`))
	require.Zero(t, eval[int](t, ctx, `[...document.querySelectorAll(".bar, .tools")].filter(e => e.offsetParent !== null).length`))
	pdf := call(t, ctx, page.PrintToPDF, page.PrintToPDFParams{PrintBackground: new(true)}).Data
	require.True(t, bytes.HasPrefix(pdf, []byte("%PDF-")))
	keep(t, "print.pdf", pdf)
}

// narrow: on a phone nothing sticks out.
func narrow(t *testing.T, ctx context.Context) {
	require.Equal(t, eval[int](t, ctx, `innerWidth`), eval[int](t, ctx, `document.documentElement.scrollWidth`))
	picture(t, ctx, "narrow.png")
}

// names: whatever can be used or stands for a picture says what it is.
func names(t *testing.T, ctx context.Context) {
	nodes := call(t, ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{}).Nodes
	count := map[string]int{}
	for _, n := range nodes {
		if n.Ignored || n.Role == nil {
			continue
		}
		role := strings.Trim(string(n.Role.Value), `"`)
		switch role {
		case "button", "link", "searchbox", "checkbox", "region", "image", "navigation", "article", "columnheader":
			count[role]++
			require.NotNil(t, n.Name, role)
			require.NotEmpty(t, strings.Trim(string(n.Name.Value), `"`), role)
		}
	}
	for _, role := range []string{"button", "link", "searchbox", "checkbox", "region", "image", "navigation", "article"} {
		require.Positive(t, count[role], role)
	}
	require.Equal(t, 1, eval[int](t, ctx, `document.querySelectorAll("h1").length`))
	require.True(t, eval[bool](t, ctx, `[...document.querySelectorAll("a[href^='#']")].every(a => document.getElementById(a.getAttribute("href").slice(1)))`), "links lead somewhere")
}

// picture takes a screenshot of the whole page, and keeps it where SHOTS says.
func picture(t *testing.T, ctx context.Context, name string) image.Image {
	t.Helper()
	shot, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	require.NoError(t, err)
	keep(t, name, shot)
	img, _, err := image.Decode(bytes.NewReader(shot))
	require.NoError(t, err)
	return img
}

// keep writes a file to the directory in the variable SHOTS, if there is one,
// for people who want to look themselves.
func keep(t *testing.T, name string, content []byte) {
	t.Helper()
	if dir := os.Getenv("SHOTS"); dir != "" {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), content, 0o600))
	}
}

// brightness is that of the average point, from 0 to 255.
func brightness(img image.Image) float64 {
	sum, n := 0.0, 0
	for y := img.Bounds().Min.Y; y < img.Bounds().Max.Y; y += 7 {
		for x := img.Bounds().Min.X; x < img.Bounds().Max.X; x += 7 {
			r, g, b, _ := img.At(x, y).RGBA()
			sum, n = sum+float64(r+g+b)/3/257, n+1
		}
	}
	return sum / float64(n)
}

// shades is how many colours a picture has.
func shades(img image.Image) int {
	seen := map[[3]uint32]bool{}
	for y := img.Bounds().Min.Y; y < img.Bounds().Max.Y; y += 3 {
		for x := img.Bounds().Min.X; x < img.Bounds().Max.X; x += 3 {
			r, g, b, _ := img.At(x, y).RGBA()
			seen[[3]uint32{r, g, b}] = true
		}
	}
	return len(seen)
}
