import type { Tool } from "@toolgate/core"
import { testToolRegistry } from "@toolgate/testing"
import { tryNameAttacks } from "@toolgate/testing/hostile"
import * as Effect from "effect/Effect"
import { assert, describe, expect, it } from "vitest"
import { MapToolRegistry } from "../src/index.ts"
import { problemsOf, registryOf, tool } from "./ask.ts"

describe("MapToolRegistry", () => {
  testToolRegistry({ describe, it }, MapToolRegistry.layer)
  tryNameAttacks({ describe, it }, registryOf().get)

  it("names the tool that already has the name", () => {
    const registry = registryOf(tool("a", { aliases: ["b"] }))
    expect(Effect.runSync(Effect.flip(registry.add(tool("b")))).message).toBe(
      'Tool "b" cannot be registered: the name "b" is taken by the tool "a".'
    )
    expect(Effect.runSync(Effect.flip(registry.replace(tool("b")))).problems).toEqual([
      'the name "b" is taken by the tool "a"'
    ])
  })

  it("fails its layer with the first invalid tool", () => {
    expect(() => registryOf(tool("a"), tool("bad name"), tool("worse name"))).toThrow(/"bad name"/)
  })

  it("returns frozen tools and lists", () => {
    const aliases = ["x"]
    const registry = registryOf(tool("a", { aliases }))
    aliases.push("y")
    expect(registry.get("a")?.definition.aliases).toEqual(["x"])
    expect(Object.isFrozen(registry.get("a"))).toBe(true)
    expect(Object.isFrozen(registry.list())).toBe(true)
  })

  it("reports a value that is not a definition", () => {
    expect(problemsOf(undefined as unknown as Tool).length).toBeGreaterThan(0)
    expect(Effect.runSync(Effect.flip(registryOf().add(null as unknown as Tool))).message).toBe(
      "This value cannot be registered: it is not a tool: pass what defineTool returns."
    )
  })

  it("reports a definition that cannot be read", () => {
    const throwing = new Proxy({}, { get: () => assert.fail("secret"), ownKeys: () => assert.fail("secret") })
    expect(problemsOf(throwing as Tool)).toEqual(["it cannot be read: one of its members throws"])
  })

  it("answers synchronously if no check waits", () => {
    const registry = registryOf()
    Effect.runSync(Effect.scoped(registry.admitting(() => [])))
    expect(Effect.runSync(registry.add(tool("a")))).toBe(registry.get("a"))
  })
})
