import { createToolgate, defineHostedTool, defineTool, Type } from "toolgate"
import { expect, it } from "vitest"
import { listGateTools } from "../src/GateTool.ts"
import { openContractGate } from "./contract/ContractGate.ts"
import { openApprovedSession } from "./contract/openApprovedSession.ts"

it("does not offer a framework the tools that the model's provider runs", async () => {
  await using gate = await createToolgate({
    workspace: import.meta.dirname,
    policy: "host",
    tools: [
      defineHostedTool({
        name: "search_the_web",
        description: "Searches the web.",
        sideEffects: "NETWORK",
        providerSpecs: { openai: { type: "web_search" } }
      }),
      defineTool({
        name: "add",
        description: "Adds.",
        sideEffects: "NONE",
        parameters: Type.Object({}),
        execute: () => 3
      })
    ]
  })
  const session = await gate.session({ id: "alice" })
  for (const door of [gate, session]) expect(listGateTools(door, {}).map(({ name }) => name)).toEqual(["add"])
})

it("refuses arguments that are nested too deeply to serialize, and asks no person", async () => {
  const { session, record } = await openContractGate()
  const save = listGateTools(session, { approvals: "framework" }).find(({ name }) => name === "save")
  expect(await save?.needsPerson({ id: "1", args: { text: "milk" } })).toBe(true)
  const args: unknown = JSON.parse(`{"text":${"[".repeat(100_000)}${"]".repeat(100_000)}}`)
  expect(await save?.needsPerson({ id: "2", args })).toBe(false)
  expect(await save?.call({ id: "2", args })).toMatchObject({ success: false, error: { why: "InvalidArgs" } })
  expect((await record()).map(({ why }) => why)).toEqual(["ApprovalPending", "InvalidArgs"])
})

it("refuses such a call even while an early call waits to be taken", async () => {
  const { session, saved } = await openContractGate({ answer: { decision: "approve", scope: "session" } })
  await session.dispatch({ id: "0", tool: "save", args: { text: "milk" } })
  const save = listGateTools(session, { approvals: "framework" }).find(({ name }) => name === "save")
  expect(await save?.needsPerson({ id: "1", args: { text: "milk" } })).toBe(false)
  const args: unknown = JSON.parse(`{"text":${"[".repeat(100_000)}${"]".repeat(100_000)}}`)
  expect(await save?.call({ id: "2", args })).toMatchObject({ success: false, error: { why: "InvalidArgs" } })
  expect(await save?.call({ id: "1", args: { text: "milk" } })).toMatchObject({ success: true })
  expect(saved).toEqual(["milk", "milk"])
})

it("runs a repeated call once under an answer for the session, and returns the first answer again", async () => {
  const { gate, saved } = await openContractGate()
  const session = await openApprovedSession({ gate }, "milk")
  const saveOf = () => listGateTools(session, { approvals: "framework" }).find(({ name }) => name === "save")
  const save = saveOf()
  const call = { id: "1", args: { text: "milk" } }
  expect(await Promise.all([save?.needsPerson(call), save?.needsPerson(call)])).toEqual([false, false])
  // Of concurrent calls, one runs and the others are refused.
  const answers = await Promise.all([save?.call(call), save?.call(call), saveOf()?.call(call)])
  expect(answers.map((one) => one?.success)).toEqual([true, false, false])
  // A later repeat returns the first answer, even if the tools were created again.
  for (const tool of [save, saveOf()]) expect(await tool?.call(call)).toMatchObject({ success: true, replayed: true })
  expect(saved).toEqual(["milk", "milk"])
  // A different call is not a repeat, and runs.
  expect(await save?.call({ id: "2", args: { text: "milk" } })).toMatchObject({ success: true })
  expect(saved).toHaveLength(3)
})
