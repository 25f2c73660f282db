package main

import (
	"strings"

	"github.com/timeoutlint/timeoutlint/internal/config"
)

// config checks configuration files, the nearest one if none is named: one line
// for each that cannot be followed, and nothing for the others.
func (a app) config(args []string) int {
	if len(args) == 0 {
		file, err := config.Find(".")
		if err != nil {
			return a.fail("%v", err)
		}
		if file == "" {
			return a.fail("there is no %s here or above", config.FileName)
		}
		args = []string{shortest(file)}
	}
	code := exitClean
	for _, name := range args {
		if strings.HasPrefix(name, "-") {
			return a.fail("config takes files, not %s", name)
		}
		conf, err := config.Read(name, name)
		if err == nil {
			flags, _ := newCheckFlags()
			_, err = choose(a.analyzers, conf, flags)
		}
		if err == nil {
			_, _, err = surroundings(conf)
		}
		if err != nil {
			code = a.fail("%v", err)
		}
	}
	return code
}
