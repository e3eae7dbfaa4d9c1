import { spawnSync } from "node:child_process"
import { expect, it } from "vitest"

/** A program that registers full schemas in a process that cannot turn text into code, as compiling a schema does. */
const program = `
import { defineTool } from "@toolgate/core"
import { MapToolRegistry } from "@toolgate/registry"
import { ToolRegistry } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
const tool = (name, type) => defineTool({
  name,
  description: "Does nothing.",
  schemas: "full",
  parameters: { type: "object", $defs: { id: { type, pattern: "^[a-z]+$" } }, properties: { id: { $ref: "#/$defs/id" } } },
  output: { type: ["object", "null"], anyOf: [{ required: ["id"] }, {}] },
  sideEffects: "NONE",
  execute: () => null
})
const program = Effect.gen(function* () {
  const registry = yield* ToolRegistry
  yield* registry.add(tool("holds", "string"))
  const { message } = yield* Effect.flip(registry.add(tool("does_not", "strnig")))
  console.log(registry.list().map(({ name }) => name).join(), message)
})
await Effect.runPromise(Effect.provide(program, MapToolRegistry.layer([])))
`

it("registers tools and refuses invalid schemas without compiling", () => {
  const flags = ["--disallow-code-generation-from-strings", "--conditions=@toolgate/source", "--no-warnings"]
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, "--input-type=module", "-e", program], {
    cwd: import.meta.dirname,
    encoding: "utf8"
  })
  expect(stderr).toBe("")
  expect(stdout).toMatch(
    /^holds Tool "does_not" cannot be registered: parameters at "\/\$defs\/id\/type" must be one of /
  )
})
