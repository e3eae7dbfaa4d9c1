import { Approvals, Sandboxes, ToolRegistry } from "@toolgate/core"
import { EchoSandbox, testRuntimePolicy } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { FlatPolicy, MemoryQuotaStore } from "../src/index.ts"
import { configOf } from "./configOf.ts"

const registry = Layer.mock(ToolRegistry, {
  lookup: () => undefined,
  get: () => undefined,
  has: () => false,
  list: () => [],
  admitting: () => Effect.void
})

const layerOf = (...texts: ReadonlyArray<string>) =>
  FlatPolicy.layer({ configs: texts.map((text, i) => configOf(text, { isFirst: i === 0 })) }).pipe(
    Layer.provide([
      Approvals.layerNobody,
      MemoryQuotaStore.layer,
      Layer.orDie(Sandboxes.layer([EchoSandbox.make("host")]))
    ]),
    Layer.provide(registry)
  )

const problemsOf = (...texts: ReadonlyArray<string>) =>
  Effect.runPromise(
    Effect.scoped(Layer.build(layerOf(...texts))).pipe(
      Effect.as([]),
      Effect.catch(({ problems }) => Effect.succeed(problems.map(({ source, message }) => `${source}: ${message}`)))
    )
  )

const flat = "layers: { roles: { a_role: { web_access: false, allowed_tools: [add], forbidden_tools: [echo] } } }"

describe.each([
  ["the defaults", ""],
  ["rules", "rules: { deny: ['*(**/a)'], allow: [a_tool] }"]
])("FlatPolicy, by %s", (_name, text) => testRuntimePolicy({ describe, it }, layerOf(text)))

describe("FlatPolicy", () => {
  it("accepts flat permissions of roles", async () => {
    expect(await problemsOf("", flat)).toEqual([])
  })

  it("refuses each layer that needs a cascade, and reports its position", async () => {
    const needed = "which needs the cascade, and the gate refuses it; use the flat permissions of roles, or rules"
    const inRole = `the file has "allow", "deny", "read_only" or "no_web" in the role "r", ${needed}`
    expect(await problemsOf(flat, "layers: { global: { web_access: false }, tasks: { t: {} } }")).toEqual([
      `p.yaml:2:11: the file has a global layer, ${needed}`,
      `p.yaml:2:51: the file has layers of tasks, ${needed}`
    ])
    expect(await problemsOf("layers: { tasks: {} }")).toEqual([`p.yaml: the file has layers of tasks, ${needed}`])
    for (const key of ["allow: []", "deny: [add]", "read_only: true", "no_web: true"])
      expect(await problemsOf(`layers: { roles: { r: { web_access: false, ${key} } } }`)).toEqual([
        `p.yaml:2:20: ${inRole}`
      ])
  })
})
