// Package mysql is a stub of gorm.io/driver/mysql at v1.6.0.
package mysql

import "gorm.io/gorm"

// Open is a stub.
func Open(dsn string) gorm.Dialector { return nil }
