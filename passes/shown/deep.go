package shown

import "reflect"

// Deep is a copy of plain data, structs, slices, maps and pointers without
// circles, in which every text is as Text makes it. Fields that are not exported
// stay as they are. Data in which nothing has to be escaped is not copied.
func Deep[T any](v T) T {
	d := deep{texts: map[reflect.Type]bool{}, done: map[shared]reflect.Value{}}
	at := reflect.ValueOf(&v).Elem()
	if out := d.value(at); out.IsValid() {
		at.Set(out)
	}
	return v
}

type deep struct {
	texts map[reflect.Type]bool    // whether a type can hold texts
	done  map[shared]reflect.Value // so that what is shared is looked at once
}

type shared struct {
	at   uintptr
	size int
	kind reflect.Type
}

// value is the copy of a value; no value where nothing in it has to be escaped.
func (d *deep) value(v reflect.Value) reflect.Value {
	if !d.hasText(v.Type()) {
		return reflect.Value{}
	}
	switch v.Kind() {
	case reflect.String:
		if text := Text(v.String()); text != v.String() {
			out := reflect.New(v.Type()).Elem()
			out.SetString(text)
			return out
		}
	case reflect.Struct:
		return d.structure(v)
	case reflect.Pointer:
		if v.IsNil() {
			break
		}
		return d.once(shared{v.Pointer(), 1, v.Type()}, func() reflect.Value {
			inner := d.value(v.Elem())
			if !inner.IsValid() {
				return inner
			}
			out := reflect.New(v.Type().Elem())
			out.Elem().Set(inner)
			return out.Convert(v.Type())
		})
	case reflect.Slice:
		return d.once(shared{v.Pointer(), v.Len(), v.Type()}, func() reflect.Value { return d.slice(v) })
	case reflect.Map:
		return d.mapping(v)
	}
	return reflect.Value{}
}

func (d *deep) structure(v reflect.Value) (out reflect.Value) {
	for i := range v.NumField() {
		if !v.Type().Field(i).IsExported() {
			continue
		}
		inner := d.value(v.Field(i))
		if !inner.IsValid() {
			continue
		}
		if !out.IsValid() {
			out = reflect.New(v.Type()).Elem()
			out.Set(v)
		}
		out.Field(i).Set(inner)
	}
	return out
}

func (d *deep) slice(v reflect.Value) (out reflect.Value) {
	for i := range v.Len() {
		inner := d.value(v.Index(i))
		if !inner.IsValid() {
			continue
		}
		if !out.IsValid() {
			out = reflect.MakeSlice(v.Type(), v.Len(), v.Len())
			reflect.Copy(out, v)
		}
		out.Index(i).Set(inner)
	}
	return out
}

func (d *deep) mapping(v reflect.Value) (out reflect.Value) {
	for key, value := range v.Seq2() {
		k, e := d.value(key), d.value(value)
		if !k.IsValid() && !e.IsValid() {
			continue
		}
		if !out.IsValid() {
			out = reflect.MakeMapWithSize(v.Type(), v.Len())
			for key, value := range v.Seq2() {
				out.SetMapIndex(key, value)
			}
		}
		if k.IsValid() {
			out.SetMapIndex(key, reflect.Value{})
			key = k
		}
		if e.IsValid() {
			value = e
		}
		out.SetMapIndex(key, value)
	}
	return out
}

func (d *deep) once(at shared, f func() reflect.Value) reflect.Value {
	out, known := d.done[at]
	if !known {
		out = f()
		d.done[at] = out
	}
	return out
}

// hasText reports whether a type can hold texts: of long lists of numbers none
// is looked at.
func (d *deep) hasText(t reflect.Type) bool {
	has, known := d.texts[t]
	if known {
		return has
	}
	d.texts[t] = true // of a type that holds itself, until more is known
	switch t.Kind() {
	case reflect.String:
		has = true
	case reflect.Struct:
		for i := range t.NumField() {
			has = has || t.Field(i).IsExported() && d.hasText(t.Field(i).Type)
		}
	case reflect.Pointer, reflect.Slice:
		has = d.hasText(t.Elem())
	case reflect.Map:
		has = d.hasText(t.Key()) || d.hasText(t.Elem())
	}
	d.texts[t] = has
	return has
}
