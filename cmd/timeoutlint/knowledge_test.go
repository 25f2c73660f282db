package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/config"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// TestKnowledgeRoundTrip: what is printed is what a configuration file may
// hold, and means the same there, for every library.
func TestKnowledgeRoundTrip(t *testing.T) {
	t.Parallel()
	var out, errs bytes.Buffer
	a := app{stdout: &out, stderr: &errs}
	require.Equal(t, exitClean, a.run([]string{"knowledge"}), errs.String())
	file := filepath.Join(t.TempDir(), config.FileName)
	require.NoError(t, os.WriteFile(file, out.Bytes(), 0o600))
	conf, err := config.Read(file, config.FileName)
	require.NoError(t, err)

	table := knowledge.Builtin()
	got := map[string]knowledge.Library{}
	for _, lib := range conf.Knowledge {
		got[lib.Path] = lib
	}
	printed := 0
	for _, path := range table.Paths() {
		for _, lib := range table.Library(path) {
			if len(lib.Calls)+len(lib.Globs)+len(lib.Knobs)+len(lib.Retries)+len(lib.Flows)+len(lib.Exempt) == 0 {
				continue // only a note
			}
			require.Equal(t, *lib, got[path])
			printed++
		}
	}
	require.Len(t, conf.Knowledge, printed)
}

func TestKnowledgePattern(t *testing.T) {
	t.Parallel()
	lib := knowledge.Library{
		Path:  "github.com/redis/go-redis/v9",
		Calls: []knowledge.Call{{Name: "(*github.com/redis/go-redis/v9.Client).Process"}},
		Knobs: []knowledge.Knob{
			{Owner: "github.com/redis/go-redis/v9.Options", Form: knowledge.Field, Name: "ReadTimeout"},
			{Owner: "github.com/redis/go-redis/v9", Form: knowledge.DSN, Name: "read_timeout"},
		},
	}
	for pattern, want := range map[string][2]int{
		"redis":                        {1, 2},
		"redis.*":                      {1, 2},
		"redis.Client.*":               {1, 0},
		"redis.Options.*":              {0, 1},
		"*.Process":                    {1, 0},
		"read_timeout":                 {0, 1},
		"github.com/redis/*":           {1, 2},
		"github.com/redis/go-redis/v9": {1, 2},
		"redigo.*":                     {0, 0},
	} {
		kept, _ := matching(lib, pattern)
		require.Equal(t, want, [2]int{len(kept.Calls), len(kept.Knobs)}, pattern)
	}
}

func TestLibraryPage(t *testing.T) {
	t.Parallel()
	for name, title := range map[string]string{
		"net/http":                             "# net/http\n",
		"context":                              "# context\n", // also a group of rules
		"github.com/redis/go-redis/v9":         "# github.com/redis/go-redis/v9\n",
		"github.com/jackc/pgx/v5/pgxpool":      "# github.com/jackc/pgx/v5\n",
		"golang.org/x/sync":                    "# golang.org/x/sync\n",
		"retryablehttp":                        "# github.com/hashicorp/go-retryablehttp\n",
		"github.com/aws/aws-sdk-go-v2/service": "# github.com/aws/aws-sdk-go-v2\n",
	} {
		page, err := libraryPage(name, true)
		require.NoError(t, err, name)
		require.Contains(t, string(page), title)
	}
	for name, want := range map[string]string{
		"redis":              "did you mean github.com/go-redis/redis/v8, github.com/gomodule/redigo/redis, github.com/redis/go-redis/v9?",
		"net/htp":            "did you mean net/http?",
		"github.com/redis":   "github.com/redis/go-redis/v9",
		"example.com/nobody": "nothing is known",
	} {
		page, err := libraryPage(name, true)
		if err == nil {
			require.Contains(t, string(page), want, name)
			continue
		}
		require.ErrorContains(t, err, want, name)
	}
	page, err := libraryPage("bareclient", true)
	require.NoError(t, err)
	require.Nil(t, page)
}
