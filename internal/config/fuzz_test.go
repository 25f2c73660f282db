package config

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// FuzzParse: whatever the file says, it is a configuration or one line that
// starts with its name; and what is accepted can be used.
func FuzzParse(f *testing.F) {
	scripts, err := filepath.Glob(filepath.Join("..", "..", "testdata", "script", "*.txtar"))
	if err != nil || len(scripts) == 0 {
		f.Fatal("no scripts", err)
	}
	for _, script := range scripts {
		text, err := os.ReadFile(script)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range txtar.Parse(text).Files {
			if strings.HasSuffix(file.Name, ".yml") {
				f.Add(file.Data)
			}
		}
	}
	message := regexp.MustCompile(`^name\.yml(:\d+(:\d+)?)?: [^\n]+$`)
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := Parse(text, "name.yml")
		if err != nil {
			if !message.MatchString(err.Error()) {
				t.Errorf("message %q", err)
			}
			return
		}
		c.file = "/m/" + FileName
		_ = c.Excludes("/m/a/b.go")
		for _, list := range [][]string{c.Rules.Enable, c.Rules.Disable} {
			if _, err := Select(list); err != nil {
				t.Error(err)
			}
		}
	})
}
