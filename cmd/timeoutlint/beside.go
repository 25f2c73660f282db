package main

import (
	"cmp"

	"github.com/timeoutlint/timeoutlint/internal/config"
	"github.com/timeoutlint/timeoutlint/internal/deploy"
)

// beside reads what the files around a module say of time, and tells what of them
// could not be read. It is read anew in each run: what a cache keeps is of the code.
func (a app) beside(dir string) []deploy.Bound {
	module := config.Module(dir)
	if module == "" {
		return nil
	}
	found := deploy.Read(config.Root(module), module)
	for _, notice := range found.Notices {
		a.say("%s", notice)
	}
	return found.Bounds
}

// besides is what files say for the rules that join packages, read once.
func (s *session) besides() []deploy.Bound {
	if s.around == nil {
		found := s.beside(cmp.Or(s.module, s.dir))
		s.around = &found
	}
	return *s.around
}
