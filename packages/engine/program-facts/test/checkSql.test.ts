import { expect, it } from "vitest"
import { checkSql, checkTransactSql } from "../src/checks/checkSql.ts"

it.each([
  "select 1",
  "select a, 'x; drop table t', \"b;c\" from `t` where d = 'it''s';",
  "select a -- not: delete\nfrom t -- the end",
  "/* insert; or not */ select 1; -- done",
  "select /*+ NO_INDEX(t) */ a from t",
  "select $$it is$$, $x$a b$x$, array['a;b'], t[1], [a b] from t where j->>'k' = $1",
  "select a #>> '{b}' from t",
  "with x as (select 1) select * from x where a = '-- /* # '",
  "explain select 1",
  "pragma table_info('t');",
  "pragma main.index_list('t')"
])("%s only reads", (text) => {
  expect(checkSql(text)).toBeUndefined()
})

it.each([
  ["a second statement", "select 1; drop table t"],
  ["a pragma that runs a file", "pragma import_database('x')"],
  ["a statement behind a comment with a quote", "select 1 -- it's\n; drop table t -- '"],
  ["a statement behind a comment of MySQL with a quote", "select 1 # it's\n; drop table t # '"],
  ["a statement behind a comment of MySQL with a name", 'select 1 # "\\n; kill 5 # "'],
  ["a statement between names with quotes", 'select "a\'"; drop table t; select "\'"'],
  ["a statement between names of SQLite with quotes", "select [a']; drop table t; select [']"],
  ["a statement between backquotes with quotes", "select `'`; drop table t; select `'`"],
  ["a comment that MySQL runs", "select 1 /*! into outfile '/tmp/x' */"],
  ["a comment that MySQL runs from a version on", "select 1 /*!50000 ; drop table t */"],
  ["a comment that MariaDB runs", "select 1 /*M! ; drop table t */"],
  ["a comment that nests in some databases", "select 1 /* /* */ ' */ ; drop table t; -- '"],
  ["a comment without a blank", "select 1 --x'\n; drop table t; --'"],
  ["a comment with slashes", "select 1 // it's\n; drop table t // '"],
  ["a dollar-quoted text with a quote", "select $$ ' $$; drop table t; select $$ ' $$"],
  ["a text between dollars that MySQL does not know", "select $$ ; drop table t; select $$"],
  ["backquotes around a comment", "select ` /* ` ' */ ; drop table t; -- '"],
  ["brackets around a comment", "select [ /* ] ' */ ; drop table t; -- '"],
  ["a string of Oracle", "select q'[']' ; drop table t; select q'[']'"],
  ["a quote that is not closed", "select 'a"],
  ["a function in double quotes", "select \"pg_read_file\"('/etc/passwd')"],
  ["a word that a comment takes apart", "select 1 into/**/outfile '/tmp/x'"],
  ["a command of the client", "select 1 \\! id"]
])("%s may do more", (_, text) => {
  expect([checkSql(text), checkTransactSql(text)]).not.toContain(undefined)
})
