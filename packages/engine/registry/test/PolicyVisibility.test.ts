import { type Asker, type Principal, RuntimePolicy, type Tool, ToolRegistry, Visibility } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { MapToolRegistry, PolicyVisibility } from "../src/index.ts"
import { answer, context, messageOf, registryOf, tool } from "./ask.ts"

const namesOf = (tools: ReadonlyArray<Tool>) => tools.map(({ name }) => name)

const visibilityOf = (...tools: ReadonlyArray<Tool>) => PolicyVisibility.make(registryOf(...tools))

describe("shows to an agent", () => {
  const { visible } = visibilityOf(
    tool("a"),
    tool("b", { callers: ["chain"] }),
    tool("c", { callers: ["direct", "chain"] })
  )
  const under = (...ceilings: ReadonlyArray<ReadonlyArray<string> | "any">) =>
    ceilings.reduceRight<Principal | undefined>(
      (parent, tools) => ({ agent: "agent", ceiling: { tools }, ...(parent === undefined ? {} : { parent }) }),
      undefined
    ) ?? { agent: "agent", ceiling: { tools: [] } }
  const seen = (principal: Principal, kind: Asker["caller"]["kind"]) =>
    namesOf(
      visible({
        principal,
        caller: kind === "direct" ? { kind } : { kind, parent: "call", chain: "chain", index: 0 }
      })
    )

  it("the tools that may be called the way it calls", () => {
    expect(seen(under("any"), "direct")).toEqual(["a", "c"])
    expect(seen(under("any"), "chain")).toEqual(["b", "c"])
  })

  it("only what its ceiling names, and nothing under an empty one", () => {
    expect(seen(under(["c", "unheard_of"]), "direct")).toEqual(["c"])
    expect(seen(under([]), "direct")).toEqual([])
  })

  it("never more than is shown to whoever delegated to it", () => {
    expect(seen(under("any", ["a"]), "direct")).toEqual(["a"])
    expect(seen(under(["a", "c"], "any", ["c"]), "direct")).toEqual(["c"])
  })
})

describe("answers for a tool that is not there", () => {
  const ask = (name: string, visibility: Visibility["Service"], over = {}) =>
    answer(visibility.unknown(name, context(over)))

  it("with the visible names, nearest first", () => {
    const visibility = visibilityOf(tool("write_file"), tool("shell"), tool("read_file"))
    expect(ask("readfile", visibility)).toEqual({
      _tag: "Refused",
      why: "ToolNotFound",
      class: "not_found",
      slug: "tool_not_found",
      message: 'Tool "readfile" not found. Available: read_file, write_file, shell.',
      details: { available: ["read_file", "write_file", "shell"], more: 0 }
    })
    expect(ask("readfile", visibility, { principal: { agent: "a", ceiling: { tools: ["shell"] } } })).toMatchObject({
      message: 'Tool "readfile" not found. Available: shell.'
    })
  })

  it("saying so when no tool is visible", () => {
    expect(ask("a", visibilityOf())).toMatchObject({ message: 'Tool "a" not found. No tool is available.' })
  })

  it("with twenty names at most, and how many more there are", () => {
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

  it("as the tools are now, not as they were when it was first asked", () => {
    const registry = registryOf(tool("a"))
    const { unknown } = PolicyVisibility.make(registry)
    expect(messageOf(unknown("b", context()))).toBe('Tool "b" not found. Available: a.')
    expect(unknown("b", context())).toBe(unknown("b", context()))
    Effect.runSync(registry.register(tool("bb")))
    expect(messageOf(unknown("b", context()))).toBe('Tool "b" not found. Available: a, bb.')
    Effect.runSync(registry.unregister("a"))
    expect(messageOf(unknown("b", context()))).toBe('Tool "b" not found. Available: bb.')
    Effect.runSync(registry.replace(tool("bb", { callers: ["chain"] })))
    expect(messageOf(unknown("b", context()))).toBe('Tool "b" not found. No tool is available.')
    Effect.runSync(registry.replace(tool("bb")))
    expect(messageOf(unknown("b", context({ principal: { agent: "a", ceiling: { tools: [] } } })))).toBe(
      'Tool "b" not found. No tool is available.'
    )
  })

  it("even for a name that is no string", () => {
    expect(messageOf(visibilityOf().unknown(7 as unknown as string, context()))).toBe(
      "The name of a tool must be a string."
    )
  })
})

it("shows, and names in its answers, only what the policy may permit to who asks; the registry finds the rest", async () => {
  const mayPermit: RuntimePolicy["Service"]["mayPermit"] = ({ name }, { principal }) =>
    name !== "hidden" || principal.role === "admin"
  const policy = Layer.succeed(RuntimePolicy, { checkPermission: () => Effect.die("not asked"), mayPermit })
  const parts = PolicyVisibility.layer.pipe(
    Layer.provide(policy),
    Layer.provideMerge(MapToolRegistry.layer([tool("shown"), tool("hidden")]))
  )
  const { registry, visible, unknown } = await Effect.runPromise(
    Effect.gen(function* () {
      return { registry: yield* ToolRegistry, ...(yield* Visibility) }
    }).pipe(Effect.provide(parts))
  )
  const admin = context({ principal: { agent: "a", role: "admin", ceiling: { tools: "any" } } })
  expect(namesOf(visible(context()))).toEqual(["shown"])
  expect(namesOf(visible(admin))).toEqual(["shown", "hidden"])
  expect(messageOf(unknown("hiden", context()))).toBe('Tool "hiden" not found. Available: shown.')
  expect(messageOf(unknown("hiden", admin))).toBe('Tool "hiden" not found. Available: hidden, shown.')
  expect(registry.lookup("hidden")).toBeDefined()
})
