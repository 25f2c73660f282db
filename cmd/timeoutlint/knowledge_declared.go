package main

import (
	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/passes/unknown"
)

// undeclared says which rows of the configuration speak of what their package
// does not have, where that is at hand, and returns how many do. Such a row would
// change nothing, and whoever wrote it believes that it does.
func (s *session) undeclared(result driver.Result) (wrong int) {
	if len(s.conf.Knowledge) == 0 || s.conf.File() == "" {
		return 0
	}
	declared := map[unknown.Row]bool{}
	for _, p := range result.Packages {
		for _, r := range p.Results {
			if found, ok := r.(*unknown.Result); ok {
				for row, yes := range found.Declared {
					declared[row] = declared[row] || yes
				}
			}
		}
	}
	places, err := placesOf(s.conf.File())
	if err != nil {
		s.say("%v", err)
		return 1
	}
	for i := range s.conf.Knowledge {
		lib := &s.conf.Knowledge[i]
		for j, row := range unknown.Rows(lib) {
			if exists, asked := declared[row]; asked && !exists {
				at := places.row(i, j)
				s.say("%s:%d:%d: knowledge: %s declares no %s", shortest(s.conf.File()), at.Line, at.Column, lib.Path, row.Name)
				wrong++
			}
		}
	}
	return wrong
}
