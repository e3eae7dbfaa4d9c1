import { describeTool } from "@toolgate/builtins"
import { describe, expect, it } from "vitest"
import { type CallOptions, defineTool, type ToolExecution, Type } from "../src/index.ts"
import { note, opened } from "./asking.ts"

const pay = defineTool({
  name: "pay",
  aliases: ["wire_money"],
  description: "Pays.",
  parameters: Type.Object({ to: Type.String() }),
  output: Type.Object({ receipt: Type.String() }),
  sideEffects: "NETWORK",
  lazySchema: true,
  execute: () => ({ receipt: "r" })
})
const inScripts = { ...pay, name: "in_scripts", aliases: [], callers: ["chain" as const] }

/** A tool that asks for a description as a script does. */
const relay = defineTool({
  name: "relay",
  description: "Relays.",
  parameters: Type.Object({ name: Type.String() }),
  sideEffects: "NONE",
  execute: async ({ name }, { dispatch }) => {
    const { success, output } = await dispatch({ id: "child", tool: "describe_tool", args: { name } })
    return { success, value: output.value ?? null }
  }
})

const asked = (name: string, options?: CallOptions) =>
  [{ id: `describe ${name}`, tool: "describe_tool", args: { name } }, options] as const

const opening = async () => {
  const gate = await opened({ tools: [note, pay, inScripts, relay, describeTool] })
  gate.addRoleLayer("clerk", { forbiddenTools: ["pay"] })
  return gate
}

/** Returns a model's view of a refusal, with the suggested names in a fixed order. */
const said = ({ success, executed, error }: ToolExecution, name: string) => ({
  success,
  executed,
  class: error?.class,
  message: error?.message
    .replaceAll(JSON.stringify(name), "NAME")
    .replace(/(?<=Available: ).*(?=\.)/, (names) => names.split(", ").sort().join(", "))
})

describe("describe_tool", () => {
  it("returns exactly what a model needs to call a tool, by its name or an alias", async () => {
    const gate = await opening()
    for (const name of ["pay", "wire_money"]) {
      const { output, success } = await gate.dispatch(...asked(name))
      expect([success, output.value]).toEqual([
        true,
        {
          name: "pay",
          description: "Pays.",
          parameters: { type: "object", required: ["to"], properties: { to: { type: "string" } } },
          output: { type: "object", required: ["receipt"], properties: { receipt: { type: "string" } } }
        }
      ])
    }
    expect((await gate.dispatch(...asked("note"))).output.value).not.toHaveProperty("output")
  })

  it("answers for a tool that its caller may not see as for an unknown one", async () => {
    const gate = await opening()
    const unknown = said(await gate.dispatch(...asked("payy", { role: "clerk" })), "payy")
    for (const name of ["pay", "wire_money", "in_scripts"])
      expect(said(await gate.dispatch(...asked(name, { role: "clerk" })), name)).toEqual(unknown)
    expect(unknown).toMatchObject({ success: false, executed: "no", class: "not_found" })
    expect(unknown.message).toMatch(/^Tool NAME not found\. Available: /)
    expect(unknown.message).not.toMatch(/wire_money|in_scripts|pay[^y]/)
    const call = await gate.dispatch({ id: "1", tool: "payy", args: {} }, { role: "clerk" })
    expect(said(call, "payy").message).toBe(unknown.message)
  })

  it("suggests the nearest names that its caller may see", async () => {
    const gate = await opening()
    expect((await gate.dispatch(...asked("payy"))).error?.message).toMatch(/Available: pay,/)
  })

  it("describes to a caller the tools that such calls may use", async () => {
    const gate = await opening()
    const through = async (name: string) =>
      (await gate.dispatch({ id: "r", tool: "relay", args: { name } })).output.value
    expect(await through("in_scripts")).toMatchObject({ success: true, value: { name: "in_scripts" } })
    expect(await through("pay")).toEqual({ success: false, value: null })
  })

  it("describes the current tool", async () => {
    const gate = await opening()
    await gate.tools.replace({ ...pay, description: "Pays well." })
    expect((await gate.dispatch(...asked("pay"))).output.value).toMatchObject({ description: "Pays well." })
    gate.addGlobalLayer({ forbiddenTools: ["pay"] })
    expect((await gate.dispatch(...asked("pay"))).success).toBe(false)
  })
})
