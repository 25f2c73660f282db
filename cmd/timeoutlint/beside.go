package main

import (
	"cmp"

	"github.com/timeoutlint/timeoutlint/internal/config"
	"github.com/timeoutlint/timeoutlint/internal/deploy"
)

// beside reads what the files around a module say of time, and tells what of them
// could not be read. It is read anew in each run: what a cache keeps is of the code.
func (a app) beside(dir string) *deploy.Result {
	module := config.Module(dir)
	if module == "" {
		return &deploy.Result{}
	}
	found := deploy.Read(config.Root(module), module)
	for _, notice := range found.Notices {
		a.say("%s", notice)
	}
	return found
}

// besides is what files say for the rules that join packages, read once.
func (s *session) besides() *deploy.Result {
	if s.around == nil {
		s.around = s.beside(cmp.Or(s.module, s.dir))
	}
	return s.around
}
