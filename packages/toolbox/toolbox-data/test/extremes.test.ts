import { useGate } from "@toolgate/toolbox-testing"
import { expect, it } from "vitest"
import { csvToJson, dataTools, histogram, jsonParse, jsonQuery, jsonToCsv, sqlQuery } from "../src/index.ts"

const answer = async (tool: string, args: object) => {
  let found: { readonly value: unknown; readonly text: string; readonly error: string | undefined } | undefined
  await useGate(dataTools(), {}, async ({ call }) => {
    const { output, error } = await call(tool, args as never)
    found = { value: output.value, text: JSON.stringify(output.content), error: error?.message }
  })
  return found
}

const manyColumns = Array.from({ length: 20_000 }, (_, at) => `column ${at}`).join()

it.each([
  [csvToJson.name, { csv: manyColumns }],
  [jsonToCsv.name, { json: "[]", columns: ["x".repeat(40_000)] }],
  [sqlQuery.name, { sql: "SELECT * FROM t", tables: [{ name: "t", csv: `${"x".repeat(40_000)}\n` }] }]
])("refuses to return the names of columns that leave no room for rows: %s", async (tool, args) => {
  expect((await answer(tool, args))?.error).toMatch(/The names of the \d+ columns alone have \d+ bytes/)
})

it("infers no number that would change its value", async () => {
  const texts = ["1e-400", "1.00000000000000000001", "-0", "9007199254740990.7", "9007199254740993", "1e400", "4e-324"]
  const numbers = ["0", "-1", "0.1", "1e5", "9007199254740991", "-2.50", "0.30000000000000004", "3e-310"]
  const csv = `a\n${[...texts, ...numbers].join("\n")}\n`
  expect((await answer("csv_to_json", { csv, infer_types: true }))?.value).toMatchObject({
    rows: [...texts.map((a) => ({ a })), ...[0, -1, 0.1, 1e5, 2 ** 53 - 1, -2.5, 0.1 + 0.2, 3e-310].map((a) => ({ a }))]
  })
})

it("reads lines with mixed line breaks", async () => {
  expect((await answer("csv_to_json", { csv: "a\r\n1\n2\r3\r\n" }))?.value).toMatchObject({ total: 3 })
})

it("preserves large JSON integers", async () => {
  const json = '[{"id":9007199254740993,"list":[9007199254740993],"far":123456789012345678901234567890}]'
  expect(
    (await answer("sql_query", { sql: "SELECT id, list, far FROM t", tables: [{ name: "t", json }] }))?.value
  ).toMatchObject({ rows: [["9007199254740993", "[9007199254740993]", "123456789012345678901234567890"]] })
  expect((await answer("json_to_csv", { json }))?.text).toContain(
    "9007199254740993,[9007199254740993],123456789012345678901234567890"
  )
  expect((await answer("json_to_csv", { json: "[9007199254740993]" }))?.error).toContain("item 1 is a number")
})

// Programs write numbers such as 1.0e23 and 0.30000000000000004, and -0 equals 0.
const kept = ["1", "-0", "0.1", "2.50", "1.0e23", "0.30000000000000004", "9007199254740992", "3e-310", "1E5", "0e999"]
const changed = ["9007199254740993", "-1152921504606846977", "1e-400", "1e400", "0.1234567890123456789", "1.7e308000"]

it("returns JSON numbers that would change as texts, and lists them", async () => {
  const text = `{"kept":[${kept.join()}],"a/b~":{"":[${changed.join()}]}}`
  const value = { kept: kept.map(Number), "a/b~": { "": changed } }
  const places = [0, 1, 2, 3, 4].map((at) => `"/a~1b~0//${at}"`).join(", ")
  const note = `[Numbers that would lose digits are returned as strings: ${places} and 1 more.]`
  for (const [tool, args] of [
    [jsonParse.name, { text }],
    [jsonQuery.name, { json: text, expression: "@" }]
  ] as const) {
    const found = await answer(tool, args)
    expect(JSON.stringify(found?.value)).toBe(JSON.stringify({ value }))
    expect(JSON.parse(found?.text ?? "")[0].text).toBe(`${JSON.stringify({ value })}\n${note}`)
  }
  const plain = await answer(jsonParse.name, { text: `[${kept.join()}]` })
  expect(plain?.text).not.toContain("lose digits")
})

it("preserves all digits of numbers from JSON and CSV in queries", async () => {
  const [json, csv] = [`[{"a":7},{"a":9007199254740993}]`, "a\n7\n9007199254740993\n"]
  for (const table of [{ json }, { csv }]) {
    const sql = "SELECT a, a + 1 FROM t WHERE a > 8"
    expect((await answer(sqlQuery.name, { sql, tables: [{ name: "t", ...table }] }))?.value).toMatchObject({
      rows: [["9007199254740993", "9007199254740994"]]
    })
  }
  for (const [at, text] of changed.slice(2).entries())
    for (const table of [{ json: `[{"a":${text},"b":${at}}]` }, { csv: `a,b\n${text},${at}\n` }])
      expect(
        (await answer(sqlQuery.name, { sql: "SELECT a, b FROM t", tables: [{ name: "t", ...table }] }))?.value
      ).toMatchObject({ rows: [[text, at]] })
  const found = await answer(jsonQuery.name, { json, expression: "[?a == '9007199254740993'].a" })
  expect(found?.value).toEqual({ value: ["9007199254740993"] })
})

it("stops an expression that doubles its result with each step", async () => {
  const expression = Array(60).fill("[@,@]").join("|")
  expect((await answer("json_query", { json: "[1]", expression }))?.error).toContain("more than 5000000 values")
})

it("reports that a text becomes too long, not that it is nested too deeply", async () => {
  const expression = Array(60).fill("join(@,[@,@])").join("|")
  const json = JSON.stringify("x".repeat(100_000))
  expect((await answer("json_query", { json, expression }))?.error).toContain("a text becomes too long")
})

it.each([
  [[5e-324, 5e-324, 1e-323], 1],
  [[1, 1 + Number.EPSILON, 1 + 4 * Number.EPSILON], 3],
  [[1e15, 1e15 + 2], 9],
  [[-0, 0], 1]
])("makes no bins of zero width: %j", async (data, most) => {
  const found = await answer(histogram.name, { data, bins: 100 })
  const { bins } = (found?.value ?? { bins: [] }) as {
    bins: ReadonlyArray<{ from: number; to: number; count: number }>
  }
  expect(bins).toHaveLength(most)
  expect(bins.every(({ from, to }) => from < to || bins.length === 1)).toBe(true)
  expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(data.length)
})

it("counts numbers at the limits of their range", async () => {
  const { value } = (await answer(histogram.name, { data: [0, 1.7e308], bins: 10 })) ?? {}
  expect(value).toMatchObject({ bins: { length: 10, 9: { to: 1.7e308, count: 1 } } })
})

it.each([
  [[1.79e308], "1.7976931348623157e+308 ┤"],
  [[-1.7e308, 1.7e308], "-1.7e+308 ┤⣀⠤"],
  [[5e-324], " 1 ┤"]
])("draws numbers at the ends of the range of numbers: %j", async (y, shown) => {
  const text = (await answer("plot_braille", { series: [{ y }], width: 20, height: 5 }))?.text
  expect(text).toContain(shown)
  expect(text).not.toMatch(/Infinity|NaN/)
  expect((await answer("plot_sixel", { series: [{ y }] }))?.error).toBe(undefined)
})

it("shows no text in a chart that fakes lines or controls a terminal", async () => {
  const odd = "a\n\u001b[2J\u202eb"
  const series = [{ name: odd, y: [1, 2] }]
  const shown = JSON.stringify("a\ufffd\ufffd[2J\ufffdb").slice(1, -1)
  for (const [tool, args] of [
    ["plot_braille", { series, title: odd }],
    ["plot_sixel", { series }]
  ] as const) {
    const text = (await answer(tool, args))?.text
    expect(text).toContain(shown)
    expect(text).not.toContain("\\u001b")
  }
  expect((await answer("plot_braille", { series: [{ name: odd, y: [] }] }))?.error).not.toContain("\u202e")
  expect((await answer("plot_function", { expressions: ["x\n+\t1"], from: 0, to: 1 }))?.text).toContain("x + 1: ")
})

it.each(["\\sqrt[".repeat(1600), `${"\\sqrt[".repeat(600)}2${"]{x}".repeat(600)}`])(
  "refuses indices of roots that nest too deeply",
  async (latex) => {
    expect((await answer("render_math", { latex }))?.error).toContain("it is nested deeper than 50 levels")
  }
)
