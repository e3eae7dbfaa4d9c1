import { existsSync, readFileSync } from "node:fs"
import type { JsonObject, Tool } from "@toolgate/core"
import { expect, it } from "vitest"
import { messageOf, problemsOf, registryOf, tool } from "./ask.ts"

const folder = new URL("../../../../../shared/data/", import.meta.url)

/**
 * Runs a test on the rows of a file of real data, which is not part of the project. If the file is absent, the name of
 * the test says so.
 */
const onData = <Row>(file: string, name: string, run: (rows: ReadonlyArray<Row>) => void) => {
  const path = new URL(file, folder)
  const isThere = existsSync(path)
  const rows = () =>
    readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line): Row => JSON.parse(line))
  it.skipIf(!isThere)(isThere ? name : `${name} (skipped: no ${file} here)`, () => run(rows()))
}

const tally = () => {
  const counts: Record<string, number> = {}
  return {
    counts,
    add: (what: string) => {
      counts[what] = (counts[what] ?? 0) + 1
    }
  }
}

const registered = (given: Tool) => registryOf(given).get(given.name)

/** Returns a problem without its position. */
const kindOf = (problem: string) => problem.replace(/ at "(?:[^"\\]|\\.)*"/, "").replace(/( outside|; |:).*/s, "$1")

interface McpTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
  readonly outputSchema?: JsonObject
}

onData<McpTool>("mcp-tool-definitions.jsonl", "published MCP tools register, most of them as portable", (rows) => {
  const outcomes = tally()
  const reasons = tally()
  for (const { name, description, inputSchema, outputSchema } of rows) {
    const definition = (schemas: Tool["schemas"]) =>
      tool(name, { description, parameters: inputSchema, output: outputSchema, schemas })
    const problems = problemsOf(definition("portable"))
    const inFull = problemsOf(definition("full"))
    outcomes.add(problems.length === 0 ? "portable" : inFull.length === 0 ? "full" : kindOf(inFull.join("; ")))
    for (const reason of new Set(problems.map(kindOf))) reasons.add(reason)
    if (inFull.length > 0) continue
    const parse = registered(definition("full"))?.parse
    expect((parse && messageOf(parse({ args: {} }))) ?? "accepted").not.toMatch(/could not be checked/)
  }
  expect(outcomes.counts).toEqual({ portable: 198, full: 74, 'parameters must be "object":': 9 })
  expect(reasons.counts).toMatchInlineSnapshot(`
    {
      "output ("anyOf") is outside": 6,
      "output ("propertyNames") is outside": 4,
      "output must be one of "string", "number", "integer", "boolean", "null", "object", "array"; ": 29,
      "output must be true or false in the portable subset; ": 8,
      "parameters ("$defs") is outside": 24,
      "parameters ("anyOf") is outside": 16,
      "parameters ("oneOf") is outside": 3,
      "parameters ("propertyNames") is outside": 12,
      "parameters must be "object":": 9,
      "parameters must be one of "string", "number", "integer", "boolean", "null", "object", "array"; ": 1,
      "parameters must be true or false in the portable subset; ": 10,
    }
  `)
})

interface LabelledTool {
  readonly name: string
  readonly description: string
  readonly parameters: JsonObject
  readonly calls: ReadonlyArray<{ readonly kind: string; readonly arguments: unknown; readonly valid: boolean }>
}

onData<LabelledTool>("tool-calls.jsonl", "every labelled call gets the verdict of its label", (rows) => {
  const kinds = tally()
  const calls = tally()
  for (const { name, description, parameters, calls: given } of rows) {
    const problems = problemsOf(tool(name, { description, parameters }))
    kinds.add(problems.length === 0 ? "portable" : "full")
    for (const problem of problems) expect(problem).toMatch(/\("optional"\) is outside the portable subset/)
    const schemas = problems.length === 0 ? "portable" : "full"
    const it = registered(tool(name, { description, parameters, schemas }))
    for (const { arguments: value, kind, valid } of given) {
      const accepted = it !== undefined && messageOf(it.parse({ args: value })) === undefined
      calls.add(accepted === valid ? "agree" : kind)
    }
  }
  expect(kinds.counts).toEqual({ portable: 492, full: 8 })
  expect(calls.counts).toEqual({ agree: 4803 })
})

interface SuiteRow {
  readonly draft: string
  readonly file: string
  readonly group: string
  readonly subset: string
  readonly schema: JsonObject | boolean
  readonly data: unknown
  readonly valid: boolean
}

onData<SuiteRow>(
  "json-schema-test-suite.jsonl",
  "the official suite is right but for formats and ASCII \\s",
  (rows) => {
    const scores = tally()
    const wrong = tally()
    const refused = tally()
    for (const row of rows) {
      for (const schemas of ["portable", "full"] as const) {
        if (schemas === "portable" ? !row.subset.startsWith("strict") : row.draft !== "draft2020-12") continue
        // As an output, a schema may be of any type.
        const output = typeof row.schema === "boolean" ? { allOf: [row.schema] } : row.schema
        const problems = problemsOf(tool("it", { output, schemas }))
        const said =
          problems.length > 0 ? undefined : registered(tool("it", { output, schemas }))?.checkOutput(row.data)
        expect(said ?? "matches").not.toMatch(/could not be checked/)
        const score = problems.length > 0 ? "schema refused" : (said === undefined) === row.valid ? "right" : "wrong"
        scores.add(`${schemas}, ${row.draft}: ${score}`)
        if (score === "wrong") wrong.add(row.file.startsWith("optional/format/") ? "optional/format" : row.group)
        if (score === "schema refused")
          for (const kind of new Set(problems.map(kindOf))) refused.add(`${schemas}: ${kind}`)
      }
    }
    expect(scores.counts).toMatchInlineSnapshot(`
      {
        "full, draft2020-12: right": 1607,
        "full, draft2020-12: schema refused": 220,
        "full, draft2020-12: wrong": 398,
        "portable, draft2020-12: right": 660,
        "portable, draft2020-12: schema refused": 19,
        "portable, draft2020-12: wrong": 388,
        "portable, draft7: right": 581,
        "portable, draft7: schema refused": 7,
        "portable, draft7: wrong": 348,
      }
    `)
    expect(wrong.counts).toMatchInlineSnapshot(`
    {
      "ECMA 262 \\S matches everything but whitespace": 5,
      "ECMA 262 \\s matches whitespace": 5,
      "optional/format": 1124,
    }
  `)
    expect(refused.counts).toMatchInlineSnapshot(`
      {
        "full: output ("$dynamicRef") cannot be validated:": 29,
        "full: output ("unevaluatedItems") cannot be validated:": 71,
        "full: output cannot be matched in linear time:": 19,
        "full: output cannot be validated beside "unevaluatedProperties" without a "then" that says something": 6,
        "full: output cannot be validated:": 7,
        "full: output does not lead to a schema in this document": 18,
        "full: output must be a list of at least one value": 6,
        "full: output must be a reference within the schema, such as "#/$defs/name"": 74,
        "full: output must be at the root:": 19,
        "full: output must be the address of JSON Schema 2020-12 or draft-07": 9,
        "full: output repeats an anchor": 9,
        "portable: output ("$id") is outside": 4,
        "portable: output cannot be validated:": 14,
        "portable: output must be a list of at least one value": 6,
        "portable: output must be the address of JSON Schema 2020-12 or draft-07": 6,
      }
    `)
  }
)
