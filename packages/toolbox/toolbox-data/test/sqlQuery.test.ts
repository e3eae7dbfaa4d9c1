import { readdirSync } from "node:fs"
import { testTool, useGate } from "@toolgate/toolbox-testing"
import { expect, it } from "vitest"
import { sqlQuery } from "../src/index.ts"

const table = { name: "t", csv: "a,b\n1,x\n2,y\n,z\n10,z\n" }
const of = (sql: string, more: object = {}) => ({ sql, tables: [table], ...more })
const rows = (...all: ReadonlyArray<unknown>) => ({ rows: all })
const spin = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c"
const readsOnly = "does more than read"

testTool(sqlQuery, {
  good: {
    name: "joins files of the workspace, CSV and JSON",
    args: {
      sql: "SELECT u.name, json_extract(u.tags, '$[0]'), s.amount + 1 FROM sales s JOIN users u USING (id) ORDER BY s.amount",
      tables: [
        { name: "sales", path: "data/sales.tsv" },
        { name: "users", path: "users.json" }
      ]
    },
    files: {
      "data/sales.tsv": "id\tamount\n1\t9\n2\t10\n",
      "users.json": '[{"id":1,"name":"Ann","tags":["a"]},{"id":2,"name":"Bob","tags":[]}]'
    },
    value: {
      columns: ["name", "json_extract(u.tags, '$[0]')", "s.amount + 1"],
      ...rows(["Ann", "a", 10], ["Bob", null, 11])
    }
  },
  edge: [
    {
      name: "compares numbers as numbers, and takes an empty one for NULL",
      args: of("SELECT a FROM t WHERE a > 1 OR a IS NULL ORDER BY a"),
      value: rows([null], [2], [10])
    },
    {
      name: "keeps texts that look like numbers, where not all of a column are numbers",
      args: { sql: "SELECT typeof(a), a FROM t", tables: [{ name: "t", csv: "a\n007\n8\n" }] },
      value: rows(["text", "007"], ["text", "8"])
    },
    {
      name: "stores the kinds of JSON",
      args: {
        sql: "SELECT typeof(a), a FROM t",
        tables: [{ name: "t", json: '[{"a":1},{"a":1.5},{"a":"1"},{"a":true},{"a":null},{},{"a":{"b":[1]}}]' }]
      },
      value: rows(
        ["integer", 1],
        ["real", 1.5],
        ["text", "1"],
        ["integer", 1],
        ["null", null],
        ["null", null],
        ["text", '{"b":[1]}']
      )
    },
    {
      name: "binds parameters of each kind",
      args: of("SELECT ?, ?, ?, ? || '?'", { params: [1, true, null, "it's"] }),
      value: rows([1, 1, null, "it's?"])
    },
    {
      name: "keeps columns of one name, large numbers and bytes",
      args: of("SELECT 1 AS a, 2 AS a, 9223372036854775807, 9e999, x'00ff'"),
      value: rows([1, 2, "9223372036854775807", "Infinity", "x'00ff'"])
    },
    { name: "ends with a semicolon and a comment", args: of("SELECT 1; -- done; SELECT 2"), value: rows([1]) },
    {
      name: "has columns of any name",
      args: { sql: 'SELECT "a ""b"", c" FROM t', tables: [{ name: "t", csv: '"a ""b"", c"\n1\n' }] },
      value: rows([1])
    },
    { name: "reads lists with json_each", args: of("SELECT value FROM json_each('[1,2]')"), value: rows([1], [2]) },
    {
      name: "counts the rows that it does not return",
      args: of("SELECT t.a FROM t, t u, t v", { max_rows: 2 }),
      value: { total: 64, cut: true }
    },
    {
      name: "does not count beyond a million",
      args: of("WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c", { max_rows: 1 }),
      value: { cut: true, ...rows([1]) },
      text: "the first 1 of more than a million rows"
    }
  ],
  bad: [
    {
      name: "a word that is not expected",
      args: of("SELECT a\nFROM t\nWHRE a = 1"),
      says: 'at line 3, column 6, "a" is not expected'
    },
    { name: "a misspelt keyword", args: of("SELEC a FROM t"), says: 'at line 1, column 1, "SELEC"' },
    { name: "an unfinished query", args: of("SELECT (1"), says: "it ends too early" },
    { name: "a text that does not end", args: of("SELECT 'abc"), says: "line 1, column 8" },
    { name: "no statement", args: of("-- nothing"), says: "no statement" },
    { name: "a table that there is not", args: of("SELECT * FROM sales"), says: 'no table "sales"; there is "t"' },
    { name: "a column that there is not", args: of("SELECT c FROM t"), says: 'no column "c"; "t" has "a", "b"' },
    { name: "a second statement", args: of("SELECT 1; SELECT 2"), says: 'after the ";" at line 1, column 9' },
    { name: "too few parameters", args: of("SELECT ?, '?' -- ?"), says: 'has 1 of "?", and "params" has 0' },
    { name: "a list for a parameter", args: of("SELECT ?", { params: [[1]] }), says: 'Item 1 of "params" is a list' },
    { name: "a named parameter", args: of("SELECT :a"), says: "names a parameter at line 1, column 8" },
    {
      name: "a missing file, by its table",
      args: {
        sql: "SELECT 1",
        tables: [
          { name: "t", csv: "a\n1" },
          { name: "u", path: "u.csv" }
        ]
      },
      says: 'The file of the argument "tables/1/path" cannot be read: Nothing exists at the path.',
      class: "execution_error"
    },
    {
      name: "a binary file, by its table",
      args: { sql: "SELECT 1", tables: [{ name: "u", path: "u.csv" }] },
      files: { "u.csv": new Uint8Array([255]) },
      says: 'The file of the table "u" is not UTF-8 text',
      class: "execution_error"
    },
    {
      name: "a table with no data",
      args: { sql: "SELECT 1", tables: [{ name: "t" }] },
      says: '"tables/0/csv" or "tables/0/json" or "tables/0/path"'
    },
    {
      name: "a table with an invalid name",
      args: { sql: "SELECT 1", tables: [{ name: "a-b", csv: "x\n" }] },
      says: "cannot be named"
    },
    {
      name: "two tables of one name",
      args: { sql: "SELECT 1", tables: [table, { ...table, name: "T" }] },
      says: 'Two tables are named "T"'
    },
    {
      name: "two columns that differ in capitals",
      args: { sql: "SELECT 1", tables: [{ name: "t", csv: "a,A\n1,2\n" }] },
      says: "upper and lower case"
    },
    {
      name: "a table with a fault",
      args: { sql: "SELECT 1", tables: [{ name: "t", json: "[1]" }] },
      says: "item 1 is a number"
    },
    {
      name: "a file outside of the workspace",
      args: { sql: "SELECT 1", tables: [table, { name: "u", path: "/etc/passwd" }] },
      says: "leads out",
      class: "permission_denied"
    },
    {
      name: "a value that is too large",
      args: of("SELECT zeroblob(100000000)"),
      says: "too large",
      class: "execution_error"
    },
    {
      name: "a value that does not fit",
      args: of("SELECT abs(-9223372036854775807 - 1)"),
      says: "integer overflow",
      class: "execution_error"
    },
    ...[
      "ATTACH 'evil.db' AS x",
      "VACUUM INTO 'evil.db'",
      "PRAGMA writable_schema = 1",
      "SELECT * FROM pragma_table_info('t')",
      "SELECT * FROM pragma_database_list",
      "SELECT load_extension('x')",
      "CREATE TABLE u (a)",
      "CREATE TEMP TABLE u (a)",
      "CREATE VIRTUAL TABLE u USING fts5(a)",
      "INSERT INTO t VALUES (1, 2)",
      "UPDATE t SET a = 1",
      "DROP TABLE t",
      "BEGIN",
      "ANALYZE",
      "DETACH x"
    ].map((sql) => ({ name: sql, args: of(sql), says: /does more than read|no such function|not expected|cannot run/ }))
  ],
  cancel: { args: of(spin) },
  worst: { args: of(spin), ends: "limit" }
})

it.runIf(process.platform === "linux")("fails with an explanation if a query needs too much memory", async () => {
  const sql =
    "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT b FROM (SELECT zeroblob(9000000) AS b FROM c) ORDER BY b"
  await useGate([sqlQuery], {}, async ({ call }) =>
    expect((await call("sql_query", of(sql) as never)).error?.message).toContain("more memory than is available")
  )
})

it("writes no file when it refuses a statement", async () => {
  await useGate([sqlQuery], {}, async ({ call, workspace }) => {
    for (const sql of [`ATTACH '${workspace}/x.db' AS x`, `VACUUM INTO '${workspace}/y.db'`])
      expect((await call("sql_query", of(sql) as never)).error?.message).toContain(readsOnly)
    expect(readdirSync(workspace)).toEqual([])
  })
})
