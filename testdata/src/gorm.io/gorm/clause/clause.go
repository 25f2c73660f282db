// Package clause is a stub of gorm.io/gorm/clause.
package clause

type OnConflict struct{ DoNothing bool }
