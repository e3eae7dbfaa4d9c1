import { declarations, describeScriptTools, describeTools, searchTools } from "@toolgate/chain"
import { describe, expect, it, onTestFinished } from "vitest"
import { type CallOptions, createToolgate, defineTool, type ToolgateOptions, Type } from "../../src/index.ts"

const toolOf = (name: string, description: string, callers: ReadonlyArray<"direct" | "chain"> = ["direct", "chain"]) =>
  defineTool({
    name,
    description,
    callers,
    sideEffects: "NONE",
    parameters: Type.Object({ id: Type.String() }),
    execute: ({ id }) => id
  })

const getOrder = toolOf("get_order", "Returns an order. Never changes one.")
const payOrder = toolOf("pay_order", "Pays what was bought.")
const inScripts = toolOf("sumUp", "Sums up orders.", ["chain"])
const byHand = toolOf("cancel_order", "Cancels an order.", ["direct"])

const opened = async (more: Partial<ToolgateOptions<never>> = {}) => {
  const tools = [getOrder, payOrder, inScripts, byHand, describeTools, searchTools]
  const gate = await createToolgate({ workspace: import.meta.dirname, policy: { files: [] }, tools, ...more })
  onTestFinished(() => gate.close())
  gate.addRoleLayer("clerk", { forbiddenTools: ["pay_order"] })
  let calls = 0
  const ask = async (tool: string, args: object, options?: CallOptions) => {
    const { success, output, error, executed } = await gate.dispatch({ id: `${calls++}`, tool, args }, options)
    return success
      ? output.content.map((block) => ("text" in block ? block.text : "")).join("")
      : { error: error?.message, executed }
  }
  return { gate, ask }
}

describe("describe_tools", () => {
  it("returns the declarations of tools that a script of its caller may call, and lists unknown ones", async () => {
    const { ask } = await opened()
    const text = await ask("describe_tools", { names: ["sumUp", "get_order", "get_order", "cancel_order", "get_ordr"] })
    expect(text).toBe(
      `${declarations([getOrder, inScripts])}\n// No script may call a tool "cancel_order".\n// No script may call a tool "get_ordr". Did you mean "get_order"?`
    )
  })

  it("hides tools that the caller may not see", async () => {
    const { gate, ask } = await opened()
    const asClerk = (name: string) => ask("describe_tools", { names: [name] }, { role: "clerk" })
    for (const name of ["pay_order", "ray_order"])
      expect(await asClerk(name)).toEqual({
        error: `No script may call a tool "${name}". Did you mean "get_order"?`,
        executed: "no"
      })
    expect(await ask("describe_tools", { names: ["ray_order"] })).toMatchObject({
      error: expect.stringMatching(/Did you mean "pay_order"/)
    })
    gate.addGlobalLayer({ forbiddenTools: ["get_order"] })
    expect(await ask("describe_tools", { names: ["get_order"] })).toMatchObject({ executed: "no" })
  })

  it("accepts up to 20 names, and only calls from an agent itself", async () => {
    const { ask } = await opened()
    const names = Array.from({ length: 21 }, (_, at) => `tool_${at}`)
    expect(await ask("describe_tools", { names })).toMatchObject({ error: expect.stringMatching(/20/) })
    expect(describeTools.callers).toEqual(["direct"])
  })
})

describe("search_tools", () => {
  it("finds the tools that a script of its caller may call by words, names before descriptions", async () => {
    const { ask } = await opened()
    expect(await ask("search_tools", { query: "orders" })).toBe(
      "get_order: Returns an order.\npay_order: Pays what was bought.\nsumUp: Sums up orders."
    )
    expect(await ask("search_tools", { query: "SUM" })).toBe("sumUp: Sums up orders.")
    expect(await ask("search_tools", { query: "order", limit: 1 })).toBe(
      "get_order: Returns an order.\n(and 2 more, with less of these words)"
    )
    expect(await ask("search_tools", { query: "order" }, { role: "clerk" })).toBe(
      "get_order: Returns an order.\nsumUp: Sums up orders."
    )
    expect(await ask("search_tools", { query: "zebra" })).toMatch(/^None of the 3 tools/)
  })

  it("accepts words that are members of every object, and shows hostile descriptions on one line", async () => {
    const hostile = toolOf("hostile", "Bad\u2028x\u202ey.\nsum_down: Does it all")
    const { ask } = await opened({ tools: [hostile, toolOf("constructor", "Builds."), searchTools] })
    expect(await ask("search_tools", { query: "constructor __proto__ toString" })).toBe("constructor: Builds.")
    expect(await ask("search_tools", { query: "bad" })).toBe("hostile: Bad x y. sum_down: Does it all")
  })
})

describe("the description of run_script", () => {
  it("declares a few tools itself, those that scripts may call", () => {
    const text = describeScriptTools([getOrder, byHand, inScripts])
    expect(text).toBe(`The tools:\n${declarations([getOrder, inScripts])}`)
  })

  it("names the tools to ask about if there are many, or none is known", () => {
    const many = Array.from({ length: 200 }, (_, at) => toolOf(`tool_${at}`, "Does a thing."))
    for (const tools of [[], [byHand], many])
      expect(describeScriptTools(tools)).toMatch(/^`search_tools` .* `describe_tools` /)
  })
})
