package link

import (
	"fmt"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/budgets"
	"github.com/timeoutlint/timeoutlint/passes/drivers"
	"github.com/timeoutlint/timeoutlint/passes/flow"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// withoutContext judges a statement that is sent to a database without any
// context: nothing ends it where the driver has no limit of its own.
func (j *judge) withoutContext(pkg *flow.Package, w *flow.Wait) {
	if w.Does != string(knowledge.Queries) || !strings.HasPrefix(w.Row, "(*database/sql.DB).") && !strings.HasPrefix(w.Row, "(*github.com/jmoiron/sqlx.DB).") || strings.HasSuffix(w.Row, ".Ping") || strings.HasSuffix(w.Row, ".Begin") {
		return
	}
	fn := j.program.World.Func(w.Func)
	if fn == nil || fn.Asked || knowledge.LetsGo(w.Func) || j.vouched(w.Func) || j.program.Paced(pkg, w) || !j.endlessDriver(pkg.Path) {
		return // ctxvariant's, or nobody's
	}
	j.report(judgement{
		rule: rules.UnboundedCtx, confidence: rules.Medium, at: place(w.Place), unseen: rules.StartUp, bare: true,
		message: fmt.Sprintf("%s can wait for ever: it takes no context, and the driver has no limit of its own; use %sContext with a deadline", w.What, w.What[strings.LastIndexByte(w.What, '.')+1:]),
		path:    []budgets.Step{{Place: place(w.Place), Text: "waits: " + w.What}},
		group:   rules.UnboundedCtx.Name + " none " + pkg.Path,
	})
}

// endlessDriver: one of the programs that a package is part of works with databases
// on other machines alone, through drivers that have no limit for an answer.
func (j *judge) endlessDriver(path string) bool {
	if j.drivers != nil {
		return j.drivers[path]
	}
	j.drivers = map[string]bool{}
	for _, main := range j.program.World.Packages {
		if !main.Main {
			continue
		}
		parts := j.program.World.Closure(main)
		var all drivers.Result
		for _, p := range parts {
			for _, imp := range p.Imports {
				kind := drivers.Of(imp)
				all.OnDisk, all.OverNet, all.Limited = all.OnDisk || kind.OnDisk, all.OverNet || kind.OverNet, all.Limited || kind.Limited
			}
		}
		if all.Endless() && !all.OnDisk {
			for _, p := range parts {
				j.drivers[p.Path] = true
			}
		}
	}
	return j.drivers[path]
}
