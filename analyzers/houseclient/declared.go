package houseclient

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// declared reports a constructor of this package that the configuration names
// and nobody declares.
func (r rule) declared(h settings.House) {
	for _, name := range h.Use {
		if settings.PackageOf(name) != r.pass.Pkg.Path() || len(r.pass.Files) == 0 {
			continue
		}
		if _, ok := r.pass.Pkg.Scope().Lookup(name[strings.LastIndexByte(name, '.')+1:]).(*types.Func); !ok {
			r.out.Report(r.pass, verdict.Verdict{
				Rule: rules.HouseClient, Confidence: rules.High, At: r.pass.Files[0].Name,
				Message: fmt.Sprintf("%s, by which the configuration wants %s to be built, is not declared in this package; correct houseclient there", knowledge.Short(name), knowledge.Short(h.Type)),
			})
		}
	}
}
