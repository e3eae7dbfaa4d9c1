import { defineHostedTool, defineTool, type JsonObject, type Tool } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { problemsOf, registryOf } from "./ask.ts"

const hosted = (providerSpecs: unknown) =>
  defineHostedTool({
    name: "web_search",
    description: "Searches the web.",
    sideEffects: "NETWORK",
    providerSpecs: providerSpecs as Readonly<Record<string, JsonObject>>
  })

describe("a hosted tool", () => {
  it("is registered with its declarations as data, in frozen copies", () => {
    const filters = { allowed_domains: ["example.org"] }
    const registered = registryOf(hosted({ openai: { type: "web_search", filters } })).get("web_search")
    filters.allowed_domains.push("example.com")
    const specs = { openai: { type: "web_search", filters: { allowed_domains: ["example.org"] } } }
    expect(registered?.definition.implementations).toEqual([{ kind: "provider", specs }])
    expect(registered?.implementations).toEqual([{ kind: "provider", specs }])
    const [way] = registered?.definition.implementations ?? []
    expect(way?.kind === "provider" && Object.isFrozen(way.specs.openai?.filters)).toBe(true)
  })

  it("has another digest if its declaration changes", () => {
    const digestOf = (tool: Tool) => registryOf(tool).get("web_search")?.digest
    const digest = digestOf(hosted({ openai: { type: "web_search" } }))
    expect(digestOf(hosted({ openai: { type: "web_search" } }))).toBe(digest)
    expect(digestOf(hosted({ openai: { type: "web_search", user_location: null } }))).not.toBe(digest)
    expect(digestOf(hosted({ anthropic: { type: "web_search" } }))).not.toBe(digest)
  })

  const cyclic: Record<string, unknown> = {}
  cyclic.self = cyclic
  const thrower = {
    get openai() {
      throw new Error("a secret")
    }
  }
  it.each<[string, unknown, RegExp]>([
    ["no declarations", undefined, /at "" is undefined/],
    ["no provider", {}, /at least one provider/],
    ["a list", [{ type: "web_search" }], /at least one provider/],
    ["a text as its declaration", { openai: "web_search" }, /for the provider "openai" must be an object/],
    ["a name with a blank", { "open ai": {} }, /visible ASCII, not "open ai"/],
    ["a function", { openai: { type: () => "web_search" } }, /at "\/openai\/type" is a function/],
    ["a circle", { openai: cyclic }, /nested deeper than 32 levels/],
    ["a megabyte", { openai: { type: "x".repeat(1024 * 1024) } }, /holds too much text/],
    ["a getter that throws", thrower, /could not be read/]
  ])("with %s is refused", (_what, specs, problem) => {
    const problems = problemsOf(hosted(specs))
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(problem)
    expect(problems[0]).not.toContain("a secret")
  })

  it("has no other implementation", () => {
    const local = defineTool({
      name: "web_search",
      description: "Searches the web.",
      parameters: { type: "object" },
      sideEffects: "NETWORK",
      execute: () => null
    })
    const [way] = hosted({ openai: { type: "web_search" } }).implementations
    const both = { ...local, implementations: [...local.implementations, way as Tool["implementations"][number]] }
    expect(problemsOf(both)).toEqual([
      "a hosted tool has no other implementation: make the tool that runs here another tool"
    ])
  })
})
