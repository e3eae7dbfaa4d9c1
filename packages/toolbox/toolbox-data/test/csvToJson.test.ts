import { testTool } from "@toolgate/toolbox-testing"
import { expect, it } from "vitest"
import { inferValue } from "../src/csv/inferValue.ts"
import { csvToJson } from "../src/index.ts"

testTool(csvToJson, {
  good: {
    name: "returns the rows of a file",
    args: { path: "a.csv", delimiter: ";" },
    files: { "a.csv": '\ufeffname;price\r\n"a ""quoted""; name";007\r\n\r\n' },
    value: { rows: [{ name: 'a "quoted"; name', price: "007" }], columns: ["name", "price"], total: 1, cut: false }
  },
  edge: [
    {
      name: "returns no rows of a header alone",
      args: { csv: "a,b" },
      value: { rows: [], columns: ["a", "b"], total: 0 }
    },
    {
      name: "numbers the columns without a header",
      args: { csv: "1,2\n3,4", header: false },
      value: { rows: [{ column_1: "1", column_2: "2" }, { column_1: "3" }], columns: ["column_1", "column_2"] }
    },
    {
      name: "has cells that span lines, and columns of any name",
      args: { csv: '__proto__,b\n"1\n2",3' },
      value: { rows: [JSON.parse('{"__proto__":"1\\n2","b":"3"}')] }
    },
    {
      name: "returns no more rows than asked, and says how many there are",
      args: { csv: `a\n${"x\n".repeat(30)}`, max_rows: 2 },
      value: { rows: [{ a: "x" }, { a: "x" }], total: 30, cut: true },
      text: "[Cut: these are the first 2 of 30 rows."
    },
    {
      name: "returns no more rows than fit",
      args: { csv: `a\n${`${"x".repeat(1000)}\n`.repeat(100)}` },
      value: { total: 100, cut: true }
    }
  ],
  bad: [
    {
      name: "a row with too many cells",
      args: { csv: "a,b\n1,2\n1,2,3\n" },
      says: /ends at line 3 has a different number.*3/
    },
    { name: "a row with too few cells", args: { csv: 'a,b\n"1\n",2\n1\n' }, says: "ends at line 4" },
    {
      name: "a column named twice",
      args: { csv: "a,b,a\n1,2,3" },
      says: 'the column "a" twice, the second time as column 3'
    },
    { name: "a column without a name", args: { csv: "a,,b\n1,2,3" }, says: "Column 2 has no name" },
    { name: "a quote that is not closed", args: { csv: 'a,b\n1,"2\n3,4\n' }, says: "opens a cell at line" },
    { name: "a quote within a cell", args: { csv: 'a,b\n1,2"x\n' }, says: "there is a quote within a cell at line 2" },
    {
      name: "text after a quote",
      args: { csv: 'a,b\n1,"2"x\n' },
      says: "text follows the closing quote of a cell at line 2"
    },
    { name: "nothing", args: { csv: "" }, says: "not even a header" },
    { name: "a delimiter that is a quote", args: { csv: "a", delimiter: '"' }, says: '"delimiter"' },
    {
      name: "a row that is too large",
      args: { csv: `a\n${"x".repeat(70_000)}` },
      says: "first item alone",
      class: "execution_error"
    },
    { name: "neither a text nor a file", args: {}, says: '"csv" or "path"' }
  ],
  cancel: {
    args: { path: "a.csv", infer_types: true },
    files: { "a.csv": "a,b,c\n".repeat(1_600_000).slice(0, 9_999_996) }
  },
  worst: {
    args: { path: "a.csv", infer_types: true },
    files: { "a.csv": "a,b,c\n".repeat(1_600_000).slice(0, 9_999_996) },
    ends: ["limit", "result"]
  }
})

it.each([
  ["", null],
  ["TRUE", true],
  ["0", 0],
  ["-1.50", -1.5],
  ["1e3", 1000],
  ["007", "007"],
  ["+1", "+1"],
  ["1e999", "1e999"],
  ["9007199254740993", "9007199254740993"],
  ["0.1234567890123456789", "0.1234567890123456789"],
  ["12 ", "12 "]
])("converts %j without loss", (cell, value) => {
  expect(inferValue(cell)).toBe(value)
})
