package docgen

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/timeoutlint/timeoutlint/analyzers"
	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/finding"
)

// showcase names the findings in examples/shop that README.md opens with.
var showcase = []struct{ file, rule string }{
	{"internal/rates/rates.go", "bareclient"},
	{"internal/carrier/carrier.go", "halftransport"},
}

// showcased is those findings as the command prints them today.
func showcased(ctx context.Context, root string) (string, error) {
	dir := filepath.Join(root, "examples", "shop")
	result, err := driver.Run(ctx, driver.Options{Dir: dir, Analyzers: analyzers.All()})
	if err != nil {
		return "", err
	}
	var all, shown []finding.Finding
	for _, p := range result.Packages {
		for _, d := range p.Diagnostics {
			all = append(all, finding.From(dir, d))
		}
	}
	all = finding.Chain(all, finding.Sorted, finding.Distinct)
	for _, want := range showcase {
		i := slices.IndexFunc(all, func(f finding.Finding) bool { return f.File == want.file && f.Rule == want.rule })
		if i < 0 {
			return "", fmt.Errorf("README.md shows %s in %s, which is not found", want.rule, want.file)
		}
		shown = append(shown, all[i])
	}
	return screen(shown)
}
