// Package sqlite3 stands for github.com/mattn/go-sqlite3.
package sqlite3
