// Package browser holds the page that timeoutlint budgets writes against a real
// browser: it clicks, types, tabs, and looks at the pictures.
//
// It has nothing but tests, and is a module of its own so that nobody else
// needs what drives the browser. Without a browser they are skipped.
package browser
