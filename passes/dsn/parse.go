package dsn

import (
	"net/url"
	"strings"
)

// parse reads what a connection string sets, and whether it is sure to set
// nothing else.
func parse(driver, text string) (map[string]string, bool) {
	switch {
	case strings.Trim(text, Unknown) == "":
		return nil, false // empty, it comes from the environment
	case strings.Contains(text, "://"):
		_, rest, _ := strings.Cut(text, "://")
		return query(rest)
	case driver == mysql:
		slash := strings.LastIndexByte(text, '/')
		if q := strings.IndexByte(text, '?'); q >= 0 {
			slash = strings.LastIndexByte(text[:q], '/')
		}
		if slash < 0 {
			return nil, false
		}
		return query(text[slash+1:])
	case driver == pq || driver == pgx:
		return pairs(text)
	}
	return nil, false
}

// query reads the parameters after a question mark. Without one, a last part
// that is not constant might bring some.
func query(text string) (map[string]string, bool) {
	out := map[string]string{}
	_, params, ok := strings.Cut(text, "?")
	if !ok {
		return out, !strings.HasSuffix(text, Unknown)
	}
	known := true
	for _, p := range strings.Split(params, "&") {
		key, value, _ := strings.Cut(p, "=")
		if strings.Contains(key, Unknown) || value != Unknown && strings.HasSuffix(value, Unknown) {
			known = false
		}
		if unescaped, err := url.QueryUnescape(value); err == nil {
			value = unescaped
		}
		if key != "" {
			out[key] = value
		}
	}
	return out, known
}

// pairs reads "key=value key='a value'".
func pairs(text string) (map[string]string, bool) {
	out := map[string]string{}
	known := true
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		key, rest, ok := strings.Cut(text, "=")
		if !ok || strings.Contains(key, Unknown) {
			return out, false
		}
		value := ""
		if rest = strings.TrimLeft(rest, " "); strings.HasPrefix(rest, "'") {
			value, text, _ = strings.Cut(rest[1:], "'")
		} else if end := strings.IndexAny(rest, " \t\n"); end >= 0 {
			value, text = rest[:end], rest[end:]
		} else {
			value, text = rest, ""
		}
		out[strings.TrimSpace(key)] = value
	}
	return out, known
}

// network says whether the other end is certainly on this machine.
func network(text string) string {
	switch lower := strings.ToLower(text); {
	case strings.Contains(lower, "@unix(") || strings.Contains(lower, "host=/"):
		return "unix"
	case strings.Contains(lower, "(localhost") || strings.Contains(lower, "(127.0.0.1") || strings.Contains(lower, "(:") || strings.Contains(lower, "@/"),
		strings.Contains(lower, "@localhost") || strings.Contains(lower, "@127.0.0.1") || strings.Contains(lower, "//localhost") || strings.Contains(lower, "//127.0.0.1"),
		strings.Contains(lower, "host=localhost") || strings.Contains(lower, "host=127.0.0.1"):
		return "local"
	}
	return ""
}
