import { describe, expect, it } from "vitest"
import type { Tool, Toolgate } from "../../src/index.ts"
import { openGate, policyOf, ranOf, tool } from "./openGate.ts"

const owner = "server"
const look = (more: Partial<Tool> = {}) => tool("look", () => "seen", { owner, ...more })
const write = (more: Partial<Tool> = {}) => tool("write", () => "wrote", { owner, sideEffects: "WRITE", ...more })
const changed = { description: "For another test." }
const pinned = { pins: { owners: { [owner]: "first-use" } } } as const

/** A change of a gate's tools. */
type Change = (tools: Toolgate["tools"]) => Promise<unknown>

/** The changes that prevent calls of the tool "look", and the resulting error. */
const changes: ReadonlyArray<readonly [string, Change, string]> = [
  ["changes its description", (tools) => tools.replace(look(changed)), "quarantined: its definition has changed"],
  ["asks for more", (tools) => tools.replace(look({ sideEffects: "NETWORK" })), "(sideEffects)"],
  ["is removed", (tools) => tools.remove("look"), 'Tool "look" not found'],
  [
    "is another server's",
    async (tools) => {
      await tools.remove("look")
      await tools.add(look({ owner: "other" }))
    },
    'Tool "look" of "other" is quarantined'
  ]
]

describe("a tool whose definition is pinned", () => {
  it.each(changes)(
    "that %s in the middle of a script is no longer called, as for a direct call",
    async (_, change, why) => {
      const { gate, run } = await openGate([look()], {}, pinned)
      await gate.tools.add(tool("change", () => change(gate.tools).then(() => "changed")))
      await gate.tools.add(tool("back", () => gate.tools.replace(look()).then(() => "back")))
      const { result, call_trace } = await run(`
      const call = () => tools.look({}).then(({ text }) => text, ({ message, executed }) => [message, executed])
      const all = [await call()]
      await tools.change({})
      all.push(await call(), await callTool("look", {}).catch(({ message }) => message))
      return all`)
      const direct = await gate.dispatch({ id: "direct", tool: "look", args: {} })
      expect([direct.executed, direct.error?.message]).toEqual(["no", expect.stringContaining(why)])
      const told = why.endsWith("not found") ? expect.stringContaining(why) : direct.error?.message
      expect(result).toEqual(["seen", [told, "no"], told])
      expect(call_trace.map(({ executed }) => executed)).toEqual(["yes", "yes", "no", "no"])
      const again = await run("await tools.back({}).catch(() => {}); return (await tools.look({})).text")
      expect(again.result ?? again.error).toBe("seen")
    }
  )
})

const asks = `version: 1
tools: { run_script: {}, write: {}, look: {} }
tool_confirmation:
  per_tool: { write: prompt, run_script: auto, look: auto }
`

describe("a script that waits for an approval", () => {
  it.each([
    ["that it has called", "call 1 was made", look],
    ["that it is to call", "call 2 waits for an approval", write]
  ])("waits unchanged while the tool %s differs", async (_, what, of) => {
    const { gate, run } = await openGate([look(), write()], {}, { onAsk: "wait", ...pinned, ...policyOf(asks) })
    const first = await run("return [(await tools.look({})).text, (await tools.write({})).text]", { defer: true })
    const id = first.execution.pending?.approvalId ?? ""
    await gate.approvals.decide(id, { decision: "approve" })
    await gate.tools.replace(of(changed))
    const quarantined = ranOf(await gate.resume(id))
    expect(quarantined.error).toMatch(new RegExp(`its ${what}\\. Tool .* is quarantined: .*, and can be resumed once`))
    await gate.tools.remove(of().name)
    const removed = ranOf(await gate.resume(id))
    expect(removed.error).toMatch(
      new RegExp(`its ${what}\\. Tool .* not found\\. .*, and can be resumed where the tool`)
    )
    expect(removed.call_trace.map(({ tool, executed }) => [tool, executed])).toEqual([
      ["look", "yes"],
      ["write", "no"]
    ])
    await gate.tools.add(of())
    expect(ranOf(await gate.resume(id)).result).toEqual(["seen", "wrote"])
  })
})
