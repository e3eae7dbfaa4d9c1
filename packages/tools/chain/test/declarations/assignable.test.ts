import { spawnSync } from "node:child_process"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Json, JsonObject } from "@toolgate/core"
import fc from "fast-check"
import { expect, it } from "vitest"
import { declarations } from "../../src/index.ts"
import { acceptedArguments } from "./schemas.ts"

const root = join(import.meta.dirname, "../../../../..")
const folder = join(import.meta.dirname, "../../.cache/assignable")

/**
 * Returns the compiler's errors for values as the arguments of tools: the number of each refused value, with the
 * reason.
 */
const refusalsOf = (
  given: ReadonlyArray<{ readonly schema: JsonObject; readonly value: Json }>,
  more = ""
): ReadonlyArray<string> => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const config = {
    extends: "../../../../../tsconfig.base.json",
    compilerOptions: { noUnusedLocals: false },
    include: ["."]
  }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config))
  const tools = given.map(({ schema }, at) => ({ name: `tool_${at}`, description: "", parameters: schema }))
  const uses = given.map(
    ({ value }, at) => `export const made${at}: Parameters<typeof tools.tool_${at}>[0] = ${JSON.stringify(value)}`
  )
  writeFileSync(join(folder, "values.ts"), [...uses, more, declarations(tools)].join("\n"))
  const { stdout } = spawnSync(join(root, "node_modules/.bin/tsc"), ["--pretty", "false", "-p", folder], {
    cwd: folder,
    encoding: "utf8"
  })
  return stdout
    .split("\n")
    .filter((line) => line.startsWith("values.ts"))
    .map((line) => line.replace(/^values.ts\((\d+),.*?: error/, (_, at) => `${at - 1}`))
}

it("the types accept the values that the schemas accept", () => {
  const given = fc.sample(acceptedArguments, { numRuns: 300, seed: 20 })
  const refusals = refusalsOf(given)
  expect(refusals.map((refusal) => [refusal, given[Number.parseInt(refusal, 10)]])).toEqual([])
})

it("the types refuse values that the schemas refuse", () => {
  const of = (x: Json, value: Json) => ({
    schema: { type: "object", properties: { x }, required: ["x"] } as JsonObject,
    value
  })
  const tree = {
    type: "object",
    properties: { of: { type: "array", items: { $ref: "#/properties/x" } } },
    additionalProperties: false
  }
  const refused = [
    of({ type: "string" }, {}),
    of({ type: "string" }, { x: 1 }),
    of({ enum: ["a", "b"] }, { x: "c" }),
    of({ type: "array", prefixItems: [{ type: "string" }], items: false, minItems: 1 }, { x: [] }),
    of({ type: "object", additionalProperties: { type: "number" } }, { x: { a: "1" } }),
    of({ anyOf: [{ type: "string" }, { type: "null" }] }, { x: true }),
    of({ allOf: [{ type: "object", properties: { a: { type: "string" } } }, { required: ["a"] }] }, { x: {} }),
    of(tree, { x: { of: [{ of: [{ of: 1 }] }] } })
  ]
  expect(refusalsOf(refused).map((refusal) => Number.parseInt(refusal, 10))).toEqual(refused.map((_, at) => at))
})

it("the type of a call's result is that of the package", () => {
  const real = 'import("../../src/InvocationResult.ts").InvocationResult'
  const use = `export const result: Omit<InvocationResult, "files" | "structured"> = {} as ${real}`
  const back = `export const names: keyof InvocationResult = "" as keyof ${real}`
  expect(refusalsOf([], `${use}\n${back}`)).toEqual([])
})
