import type { Tool, Visibility } from "@toolgate/core"
import { testVisibility } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { PolicyVisibility } from "../src/index.ts"
import { answer, context, messageOf, registryOf, tool } from "./ask.ts"

const visibilityOf = (...tools: ReadonlyArray<Tool>) => PolicyVisibility.make(registryOf(...tools))

describe("PolicyVisibility", () => testVisibility({ describe, it }, PolicyVisibility.layer))

describe("answers for an unknown tool", () => {
  const ask = (name: string, visibility: Visibility["Service"]) => answer(visibility.unknown(name, context()))

  it("with the visible names, closest first", () => {
    const visibility = visibilityOf(tool("write_file"), tool("shell"), tool("read_file"))
    expect(ask("readfile", visibility)).toEqual({
      _tag: "Refused",
      why: "ToolNotFound",
      class: "not_found",
      slug: "tool_not_found",
      message: 'Tool "readfile" not found. Available: read_file, write_file, shell.',
      details: { available: ["read_file", "write_file", "shell"], more: 0 }
    })
  })

  it("without naming hidden tools and programs", () => {
    for (const name of ["Echo", "Read", "Write", "shell"])
      expect(ask(name, visibilityOf(tool("read_file")))).toMatchObject({
        message: `Tool "${name}" not found. Available: read_file.`,
        details: { available: ["read_file"], more: 0 }
      })
  })

  it("with a note if no tool is visible", () => {
    expect(ask("a", visibilityOf())).toMatchObject({ message: 'Tool "a" not found. No tool is available.' })
  })

  it("with at most twenty names and the number of the others", () => {
    const many = Array.from({ length: 23 }, (_, index) => tool(`t${index}`))
    expect(ask("t22", visibilityOf(...many.slice(0, 22)))).toMatchObject({ details: { more: 2 } })
    expect(messageOf(visibilityOf(...many).unknown("x", context()))).toMatch(/ and 3 more\.$/)
  })

  it("with the name cut and escaped", () => {
    const { unknown } = visibilityOf()
    expect(messageOf(unknown('a"\n\u001b[31m\u202e\ud800', context()))).toBe(
      'Tool "a\\"\\n\\u001b[31m\\u202e\\ud800" not found. No tool is available.'
    )
    expect(messageOf(unknown("x".repeat(100_000), context()))?.length).toBeLessThan(200)
  })

  it("for the current tools, not those of the first call", () => {
    const registry = registryOf(tool("a"))
    const { unknown } = PolicyVisibility.make(registry)
    expect(messageOf(unknown("b", context()))).toBe('Tool "b" not found. Available: a.')
    expect(unknown("b", context())).toBe(unknown("b", context()))
    Effect.runSync(registry.add(tool("bb")))
    expect(messageOf(unknown("b", context()))).toBe('Tool "b" not found. Available: a, bb.')
    Effect.runSync(registry.remove("a"))
    expect(messageOf(unknown("b", context()))).toBe('Tool "b" not found. Available: bb.')
    Effect.runSync(registry.replace(tool("bb", { callers: ["chain"] })))
    expect(messageOf(unknown("b", context()))).toBe('Tool "b" not found. No tool is available.')
    Effect.runSync(registry.replace(tool("bb")))
    expect(messageOf(unknown("b", context({ principal: { agent: "a", ceiling: { tools: [] } } })))).toBe(
      'Tool "b" not found. No tool is available.'
    )
  })
})
