package knowledge

// builtin lists the tables, one variable a library file.
func builtin() []*Library {
	return []*Library{
		&netHTTP,
	}
}
