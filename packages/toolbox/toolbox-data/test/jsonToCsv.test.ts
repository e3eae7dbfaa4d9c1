import { testTool } from "@toolgate/toolbox-testing"
import fc from "fast-check"
import { expect, it } from "vitest"
import { convert } from "../src/csv-to-json/convert.ts"
import { jsonToCsv } from "../src/index.ts"
import { write } from "../src/json-to-csv/write.ts"

const nobody = () => Promise.reject(new Error("Nothing has to be asked."))

const json = (value: unknown) => ({ json: JSON.stringify(value) })

testTool(jsonToCsv, {
  good: {
    name: "writes the objects of a file",
    args: { path: "a.json" },
    files: { "a.json": '[{"a":1,"b":"x,y"},{"b":"\\"q\\"\\nz","c":{"d":[true]}},{"c":null}]' },
    text: 'a,b,c\n1,"x,y",\n,"""q""\nz","{""d"":[true]}"\n,,\n',
    value: { rows: 3, columns: ["a", "b", "c"], total: 3, cut: false }
  },
  edge: [
    { name: "writes nothing for no objects", args: json([]), value: { rows: 0, columns: [], total: 0 } },
    { name: "keeps chosen columns of no objects", args: { ...json([]), columns: ["a"] }, text: "a\n" },
    {
      name: "lets no text be a formula, and leaves numbers as they are",
      args: json([{ a: "=1", b: "+1", c: "-1", d: "@a", e: "\t=1", f: -1, "=g": "a=1" }]),
      text: "a,b,c,d,e,f,'=g\n'=1,'+1,'-1,'@a,'\t=1,-1,a=1\n"
    },
    {
      name: "leaves formulas, if that is asked",
      args: { ...json([{ a: "=1" }]), escape_formulas: false },
      text: "a\n=1\n"
    },
    { name: "sees no member of a prototype", args: { ...json([{ toString: 1 }, {}]) }, text: /^toString\n1\n""\n$/ },
    {
      name: "cuts after a whole row",
      args: json(Array(100).fill({ a: "x".repeat(1000) })),
      value: { total: 100, cut: true },
      text: /x\n\n\[Cut: these are the first 65 of 100 rows/
    }
  ],
  bad: [
    { name: "an object instead of a list", args: json({ a: 1 }), says: "must be a list of objects; it is an object" },
    { name: "a list of strings", args: json([{ a: 1 }, "b"]), says: "item 2 is a string" },
    {
      name: "a column that no object has",
      args: { ...json([{ price: 1 }]), columns: ["prise"] },
      says: '"prise" of "columns"; they have "price"'
    },
    { name: "invalid JSON", args: { json: "[{]" }, says: "line 1, column 3" },
    { name: "a delimiter that is a line end", args: { ...json([]), delimiter: "\n" }, says: '"delimiter"' },
    {
      name: "a row that is too large",
      args: json([{ a: "x".repeat(70_000) }]),
      says: "first row alone",
      class: "execution_error"
    }
  ],
  cancel: { args: { json: `[${Array(1_000_000).fill('{"a":1}').join()}]` } },
  worst: { args: { json: `[${Array(1_200_000).fill('{"a":1}').join()}]` }, ends: ["limit", "result"] }
})

it("writes CSV that csv_to_json reads back unchanged, even a row with one empty cell", async () => {
  const texts = fc.string({
    maxLength: 4,
    unit: fc.constantFrom('"', ",", ";", "\n", "\r", "\t", " ", "a", "é", "'", "=")
  })
  const names = fc.uniqueArray(
    texts.filter((name) => name.trim() !== ""),
    { minLength: 1, maxLength: 3 }
  )
  const tables = names.chain((columns) =>
    fc.record({
      columns: fc.constant(columns),
      rows: fc.array(
        fc
          .tuple(...columns.map(() => texts))
          .map((cells) => Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ""])))
      ),
      delimiter: fc.constantFrom(",", ";", "\t")
    })
  )
  await fc.assert(
    fc.asyncProperty(tables, async ({ columns, rows, delimiter }) => {
      const place = "the argument"
      const given = { text: JSON.stringify(rows), place, columns, delimiter, escapeFormulas: false }
      const { text } = await write(given, undefined, nobody)
      expect(
        (await convert({ text, place, delimiter, header: true, inferTypes: false, maxRows: 100 }, undefined, nobody))
          .rows
      ).toEqual(rows)
    })
  )
})
