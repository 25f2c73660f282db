package statements

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHarm(t *testing.T) {
	t.Parallel()
	row, twice := "the row is there twice", func(column string) string { return column + " is changed twice" }
	for _, c := range []struct{ text, harm string }{
		{"INSERT INTO orders (name, at) VALUES (?, now())", row},
		{"insert into orders(buyer) values($1)", row},
		{"INSERT INTO\n\torders(buyer,\n total)VALUES(:buyer, :total) RETURNING id", row},
		{"-- name: Place :one\nINSERT INTO shop.orders (buyer) VALUES ($1) RETURNING *;", row},
		{"/* app */ INSERT INTO `orders` (`buyer`) VALUES (?)", row},
		{"INSERT orders (buyer) VALUES (?)", row},
		{`INSERT INTO "shop"."orders" ("buyer") SELECT $1`, row},
		{"INSERT INTO " + Hole + " (body) VALUES ($1)", row},
		{"INSERT INTO " + Hole + "_log (body) VALUES ($1)", row},
		{"INSERT INTO [orders] ([buyer]) VALUES (@buyer)", row},
		{"INSERT INTO orders (id, buyer) VALUES (DEFAULT, $1)", row},
		{"INSERT INTO orders (id, buyer) VALUES (gen_random_uuid(), $1)", row},
		{"INSERT INTO orders (id, buyer) VALUES (nextval('orders_id'), $1)", row},
		{"INSERT INTO order_events (order_id, at) VALUES (?, now())", row},
		{"WITH o AS (INSERT INTO orders (buyer) VALUES ($1) RETURNING id) SELECT id FROM o", row},
		{"INSERT INTO notes (body) VALUES ('say ON CONFLICT DO NOTHING; -- please')", row},

		{"INSERT INTO orders (id, buyer) VALUES ($1, $2)", ""},
		{"INSERT INTO orders (buyer, id) VALUES ($1, $2)", ""},
		{"INSERT INTO orders (order_id, buyer) VALUES ($1, $2)", ""},
		{"INSERT INTO users (email, age) VALUES ($1, $2)", ""},
		{"INSERT INTO payments (idempotency_key, cents) VALUES ($1, $2)", ""},
		{"INSERT INTO user_roles (user_id, role_id) VALUES ($1, $2)", ""},
		{"INSERT INTO orders (buyer) VALUES ($1) ON CONFLICT DO NOTHING", ""},
		{"INSERT INTO orders (buyer) VALUES (?) ON DUPLICATE KEY UPDATE buyer = buyer", ""},
		{"INSERT IGNORE INTO orders (buyer) VALUES (?)", ""},
		{"INSERT OR REPLACE INTO orders (buyer) VALUES (?)", ""},
		{"INSERT INTO orders (buyer) SELECT $1 WHERE NOT EXISTS (SELECT 1 FROM orders WHERE buyer = $1)", ""},
		{"INSERT INTO orders VALUES ($1, $2)", ""}, // whether one of them is its key is not known
		{"REPLACE INTO orders (buyer) VALUES (?)", ""},

		{"UPDATE accounts SET balance = balance - 10 WHERE id = ?", twice("balance")},
		{"update accounts a set balance=a.balance-$1 where a.id=$2", twice("balance")},
		{"UPDATE stock SET n = n - 1 WHERE sku = :sku AND n > 0", twice("n")},
		{"UPDATE stock SET seen = now(), n = COALESCE(n, 0) + $1 RETURNING n", twice("n")},
		{"UPDATE stock SET tags = array_append(tags, $1) WHERE sku = $2", twice("tags")},
		{"WITH d AS (UPDATE stock SET n = n - 1 RETURNING sku) SELECT * FROM d", twice("n")},
		{"UPDATE jobs SET state = 'done', finished_at = $2 WHERE id = $1", ""},
		{"UPDATE t SET a = 1, b = c + 1 WHERE id = 3", ""},
		{"UPDATE t SET n = $1 + 1 WHERE id = $2", ""},
		{"UPDATE t SET n = n + 1, version = version + 1 WHERE id = $1 AND version = $2", ""},
		{"UPDATE t SET n = n + 1 WHERE id = $1 AND n = $2", ""},
		{"UPDATE orders SET total = total + $1, state = 'open' WHERE id = $2 AND state = 'new'", ""},
		{"UPDATE jobs SET attempts = attempts + 1 WHERE id = $1", ""},
		{"UPDATE t SET n = n", ""},

		{"SELECT n + 1 FROM t FOR UPDATE", ""},
		{"WITH x AS (SELECT 1) SELECT * FROM x FOR UPDATE", ""},
		{"DELETE FROM t WHERE id = $1", ""},
		{"insert coin", ""},
		{"Update failed: set n = n + 1", ""},
		{"", ""},
	} {
		harm := ""
		for _, s := range Parse(c.text) {
			if h := s.Harm(func(Value) bool { return false }); h != "" {
				harm = h
			}
		}
		require.Equal(t, c.harm, harm, c.text)
	}
}

func TestFreshKey(t *testing.T) {
	t.Parallel()
	s := Parse("INSERT INTO orders (buyer, id) VALUES ($2, $1)")
	require.Len(t, s, 1)
	require.Equal(t, []Value{{Text: "$2", Slot: 2}, {Text: "$1", Slot: 1}}, s[0].Values)
	require.Equal(t, "the row is there twice", s[0].Harm(func(v Value) bool { return v.Slot == 1 }))
	require.Empty(t, s[0].Harm(func(v Value) bool { return v.Slot == 2 }))

	s = Parse("INSERT INTO a (b) VALUES (?); UPDATE c SET d = d + ? WHERE e = ?")
	require.Len(t, s, 2)
	require.Equal(t, 1, s[0].Values[0].Slot)
	require.Equal(t, "d", s[1].Changed)

	named := Parse("INSERT INTO orders (id, buyer) VALUES (:id, :buyer)")
	require.Equal(t, "id", named[0].Values[0].Name)
}

func TestText(t *testing.T) {
	t.Parallel()
	require.Equal(t, "INSERT INTO orders (name, at) VALUES (?, now())", Parse("INSERT INTO orders\n\t(name,  at) VALUES (?, now()) -- now")[0].Text)
	require.Equal(t, "INSERT INTO … (a) VALUES ($1)", Parse("INSERT INTO " + Hole + " (a) VALUES ($1)")[0].Text)
}

// FuzzParse: no text makes it panic, and what it reads has a verb.
func FuzzParse(f *testing.F) {
	f.Add("INSERT INTO t (a) VALUES (?); UPDATE t SET a = a + 1 WHERE b IN (1, 2)")
	f.Add("WITH x AS (UPDATE")
	f.Add("UPDATE t SET a = (b")
	f.Add("INSERT INTO t (")
	f.Add("'")
	f.Add("[")
	f.Fuzz(func(t *testing.T, text string) {
		for _, s := range Parse(text) {
			require.NotEmpty(t, s.Verb)
			s.Harm(func(Value) bool { return true })
		}
	})
}
