import { RuntimePolicy, type Tool, ToolRegistrationError, ToolRegistry } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { MapToolRegistry } from "../src/index.ts"
import { answer, context, messageOf, problemsOf, registryOf, tool } from "./ask.ts"

const { register, replace, unregister } = {
  register: (registry: ReturnType<typeof registryOf>, given: Tool) => Effect.runSync(registry.register(given)),
  replace: (registry: ReturnType<typeof registryOf>, given: Tool) => Effect.runSync(registry.replace(given)),
  unregister: (registry: ReturnType<typeof registryOf>, name: string) => Effect.runSync(registry.unregister(name))
}
const namesOf = (tools: ReadonlyArray<Tool>) => tools.map(({ name }) => name)

describe("MapToolRegistry", () => {
  it("finds a tool by its name and by each alias, as the same tool", () => {
    const registry = registryOf(tool("list_dir", { aliases: ["list_directory", "ls"] }))
    const found = answer(registry.lookup("list_dir", context()))
    expect(found).toBe(registry.get("list_dir"))
    expect(answer(registry.lookup("list_directory", context()))).toBe(found)
    expect(registry.get("ls")).toBe(found)
    expect(registry.has("ls")).toBe(true)
    expect(registry.has("dir")).toBe(false)
  })

  it("gives one ready answer for every look-up of a tool", () => {
    const registry = registryOf(tool("a"))
    expect(registry.lookup("a", context())).toBe(registry.lookup("a", context()))
  })

  it("refuses a second tool of a name, naming the tool that has it", () => {
    const registry = registryOf(tool("a", { aliases: ["b"] }))
    for (const second of [tool("a"), tool("b"), tool("c", { aliases: ["a"] }), tool("c", { aliases: ["b"] })]) {
      const error = Effect.runSync(Effect.flip(registry.register(second)))
      expect(error).toBeInstanceOf(ToolRegistrationError)
      expect(error.tool).toBe(second.name)
      expect(error.message).toMatch(
        new RegExp(`^Tool "${second.name}" cannot be registered: the name "[ab]" is taken by the tool "a"\\.$`)
      )
    }
    expect(namesOf(registry.list())).toEqual(["a"])
  })

  it("treats names of Object.prototype like any other", () => {
    const registry = registryOf()
    for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
      expect(registry.has(name)).toBe(false)
      expect(registry.get(name)).toBe(undefined)
      expect(answer(registry.lookup(name, context()))).toMatchObject({ why: "ToolNotFound" })
      const put = register(registry, tool(name))
      expect(registry.get(name)).toBe(put)
      expect(answer(registry.lookup(name, context()))).toBe(put)
    }
  })

  it("exchanges a tool in its place, with its aliases, and leaves the old one to the calls that hold it", () => {
    const registry = registryOf(tool("a", { aliases: ["x"] }), tool("b"))
    const old = registry.get("a")
    const next = replace(registry, tool("a", { aliases: ["y"], description: "Newer." }))
    expect(registry.get("a")).toBe(next)
    expect(registry.get("y")).toBe(next)
    expect(registry.get("x")).toBe(undefined)
    expect(namesOf(registry.list())).toEqual(["a", "b"])
    expect(old?.description).toBe("Does nothing.")
    expect(answer(old?.parse({ value: {} }) ?? Effect.die("no tool"))).toEqual({})
  })

  it("registers what it is to replace and does not have", () => {
    const registry = registryOf()
    expect(registry.get("a")).toBe(undefined)
    expect(replace(registry, tool("a"))).toBe(registry.get("a"))
  })

  it("keeps the old tool when the new one does not hold, or takes the name of a third", () => {
    const registry = registryOf(tool("a"), tool("b", { aliases: ["c"] }))
    const old = registry.get("a")
    for (const bad of [tool("a", { description: "" }), tool("a", { aliases: ["c"] })])
      expect(Effect.runSync(Effect.flip(registry.replace(bad)))).toBeInstanceOf(ToolRegistrationError)
    expect(Effect.runSync(Effect.flip(registry.replace(tool("c")))).problems).toEqual([
      'the name "c" is taken by the tool "b"'
    ])
    expect(registry.get("a")).toBe(old)
    expect(namesOf(registry.list())).toEqual(["a", "b"])
  })

  it("removes a tool with its aliases, by any of its names, and removing again changes nothing", () => {
    const registry = registryOf(tool("a", { aliases: ["x"] }), tool("b", { aliases: ["y"] }))
    unregister(registry, "a")
    unregister(registry, "y")
    unregister(registry, "a")
    unregister(registry, "__proto__")
    for (const name of ["a", "x", "b", "y"]) expect(registry.has(name)).toBe(false)
    expect(registry.list()).toEqual([])
    expect(register(registry, tool("x"))).toBe(registry.get("x"))
  })

  it("fails its layer with the first tool that does not hold", () => {
    expect(() => registryOf(tool("a"), tool("bad name"), tool("worse name"))).toThrow(/"bad name"/)
  })

  it("lists in the order of registration, as a list that nobody can change", () => {
    const registry = registryOf(tool("c"), tool("a"), tool("b"))
    expect(namesOf(registry.list())).toEqual(["c", "a", "b"])
    expect(Object.isFrozen(registry.list())).toBe(true)
    expect(registry.list()).toBe(registry.list())
  })

  it("keeps the definition that was checked, whatever its owner changes later", () => {
    const parameters = { type: "object", properties: { n: { type: "string" } } }
    const aliases = ["x"]
    const registry = registryOf(tool("a", { parameters, aliases }))
    parameters.properties.n.type = "integer"
    aliases.push("y")
    const kept = registry.get("a")
    expect(kept?.aliases).toEqual(["x"])
    expect(kept?.parameters).toEqual({ type: "object", properties: { n: { type: "string" } } })
    expect(messageOf(kept?.parse({ value: { n: "text" } }) ?? Effect.die("no tool"))).toBe(undefined)
    expect(Object.isFrozen(kept)).toBe(true)
  })

  describe("shows to an agent", () => {
    const registry = registryOf(
      tool("a"),
      tool("b", { callers: ["chain"] }),
      tool("c", { callers: ["direct", "chain"] })
    )
    const under = (...ceilings: ReadonlyArray<ReadonlyArray<string> | "any">) =>
      ceilings.reduceRight<Parameters<typeof registry.visible>[0]["principal"] | undefined>(
        (parent, tools) => ({ agent: "agent", ceiling: { tools }, ...(parent === undefined ? {} : { parent }) }),
        undefined
      ) ?? { agent: "agent", ceiling: { tools: [] } }
    const seen = (principal: ReturnType<typeof under>, kind: "direct" | "chain") =>
      namesOf(
        registry.visible({
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

    it("but finds a tool that it hides, for the policy to refuse", () => {
      expect(answer(registry.lookup("a", context({ principal: under([]) })))).toBe(registry.get("a"))
    })
  })

  describe("answers for a tool that is not there", () => {
    const ask = (name: string, registry: ReturnType<typeof registryOf>, over = {}) =>
      answer(registry.lookup(name, context(over)))

    it("with the visible names, nearest first", () => {
      const registry = registryOf(tool("write_file"), tool("shell"), tool("read_file"))
      expect(ask("readfile", registry)).toEqual({
        _tag: "Refused",
        why: "ToolNotFound",
        class: "not_found",
        slug: "tool_not_found",
        message: 'Tool "readfile" not found. Available: read_file, write_file, shell.',
        details: { available: ["read_file", "write_file", "shell"], more: 0 }
      })
      expect(ask("readfile", registry, { principal: { agent: "a", ceiling: { tools: ["shell"] } } })).toMatchObject({
        message: 'Tool "readfile" not found. Available: shell.'
      })
    })

    it("saying so when no tool is visible", () => {
      expect(ask("a", registryOf())).toMatchObject({ message: 'Tool "a" not found. No tool is available.' })
    })

    it("with twenty names at most, and how many more there are", () => {
      const many = registryOf(...Array.from({ length: 23 }, (_, index) => tool(`t${index}`)))
      const refusal = ask("t22", registryOf(...many.list().slice(0, 22)))
      expect(refusal).toMatchObject({ details: { more: 2 } })
      expect(messageOf(many.lookup("x", context()))).toMatch(/ and 3 more\.$/)
    })

    it("with the name cut and escaped", () => {
      const registry = registryOf()
      expect(messageOf(registry.lookup('a"\n\u001b[31m\u202e\ud800', context()))).toBe(
        'Tool "a\\"\\n\\u001b[31m\\u202e\\ud800" not found. No tool is available.'
      )
      expect(messageOf(registry.lookup("x".repeat(100_000), context()))?.length).toBeLessThan(200)
    })

    it("as the tools are now, not as they were when it was first asked", () => {
      const registry = registryOf(tool("a"))
      expect(messageOf(registry.lookup("b", context()))).toBe('Tool "b" not found. Available: a.')
      expect(registry.lookup("b", context())).toBe(registry.lookup("b", context()))
      register(registry, tool("bb"))
      expect(messageOf(registry.lookup("b", context()))).toBe('Tool "b" not found. Available: a, bb.')
      unregister(registry, "a")
      expect(messageOf(registry.lookup("b", context()))).toBe('Tool "b" not found. Available: bb.')
      expect(messageOf(registry.lookup("b", context({ principal: { agent: "a", ceiling: { tools: [] } } })))).toBe(
        'Tool "b" not found. No tool is available.'
      )
    })

    it("even for a name that is no string", () => {
      expect(messageOf(registryOf().lookup(7 as unknown as string, context()))).toBe(
        "The name of a tool must be a string."
      )
    })
  })

  it("reports a definition that is none", () => {
    expect(problemsOf(undefined as unknown as Tool).length).toBeGreaterThan(0)
  })
})

describe("a registry with a policy", () => {
  it("shows, and names in its answers, only what the policy may permit to who asks; and finds the rest", async () => {
    const mayPermit: RuntimePolicy["Service"]["mayPermit"] = ({ name }, { principal }) =>
      name !== "hidden" || principal.role === "admin"
    const registry = await Effect.runPromise(
      Effect.service(ToolRegistry).pipe(
        Effect.provide(MapToolRegistry.layer([tool("shown"), tool("hidden")])),
        Effect.provideService(RuntimePolicy, { checkPermission: () => Effect.die("not asked"), mayPermit })
      )
    )
    const admin = context({ principal: { agent: "a", role: "admin", ceiling: { tools: "any" } } })
    expect(namesOf(registry.visible(context()))).toEqual(["shown"])
    expect(namesOf(registry.visible(admin))).toEqual(["shown", "hidden"])
    expect(messageOf(registry.lookup("hiden", context()))).toBe('Tool "hiden" not found. Available: shown.')
    expect(messageOf(registry.lookup("hiden", admin))).toBe('Tool "hiden" not found. Available: hidden, shown.')
    expect(answer(registry.lookup("hidden", context()))).toMatchObject({ name: "hidden" })
  })

  it("tells it of each tool before it is registered, and registers none that it does not hold beside", async () => {
    const told: Array<string> = []
    const admit: RuntimePolicy["Service"]["admit"] = ({ name }) => {
      told.push(name)
      return name === "slip" ? ["the policy names another"] : []
    }
    const registry = await Effect.runPromise(
      Effect.service(ToolRegistry).pipe(
        Effect.provide(MapToolRegistry.layer([tool("first")])),
        Effect.provideService(RuntimePolicy, { checkPermission: () => Effect.die("not asked"), admit })
      )
    )
    Effect.runSync(registry.register(tool("second")))
    Effect.runSync(registry.replace(tool("second")))
    const { message } = Effect.runSync(Effect.flip(registry.register(tool("slip"))))
    expect(message).toBe('Tool "slip" cannot be registered: the policy names another.')
    expect(Effect.runSync(Effect.flip(registry.register(tool("first")))).message).toContain("is taken")
    expect(told).toEqual(["first", "second", "second", "slip"])
    expect(namesOf(registry.list())).toEqual(["first", "second"])
  })
})
