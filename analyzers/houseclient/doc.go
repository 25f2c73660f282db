// Package houseclient holds a team to its own constructors.
//
// # Analyzer houseclient
//
// a client is built outside the constructors the team agreed on
//
// A team that has once found its waits without end wants them to stay away.
// Where clients, servers and pools are made in one place, by a constructor that
// sets the limits, a review has one place to look at; the next &http.Client{} in
// a corner undoes it. The rule knows no limits. It reports what is built past
// the constructors named in the configuration, for each type named there:
//
//	houseclient:
//	  - type: net/http.Client
//	    use: [example.com/shop/internal/outbound.NewClient]
//	  - type: database/sql.DB
//	    use: [example.com/shop/internal/store.Open]
//
// Without such a list the rule says nothing; with one it is on. Building is a
// composite literal, new, a variable that is declared without a value, and a
// call of a function of the type's own package that returns one, as sql.Open
// does. For net/http.Client it is also http.DefaultClient and what goes
// through it, such as http.Get; for net/http.Server also http.ListenAndServe and
// its like.
//
// A constructor that is named and that its package does not declare is reported
// in that package.
//
// # What is not reported
//
// The packages that declare the constructors, whole; tests; a pointer, slice or
// field of the type that is declared and not filled; a copy of a value; what a
// function of another package than the type's own returns, since it is reported
// where it is built.
//
// # The way out
//
// Call the constructor that the message names. Where another client is right, say
// so: //timeoutlint:ignore houseclient, with the reason.
package houseclient
