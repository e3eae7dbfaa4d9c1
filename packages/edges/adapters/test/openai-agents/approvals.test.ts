import { Agent, RunState, setTracingDisabled } from "@openai/agents"
import type { Session } from "toolgate"
import { describe, expect, it } from "vitest"
import { createTools } from "../../src/openai-agents.ts"
import { openContractGate } from "../contract/ContractGate.ts"
import { openApprovedSession } from "../contract/openApprovedSession.ts"
import { testApprovalFlow } from "../testApprovalFlow.ts"
import { getAnswers, openEndpoint } from "./fakeEndpoint.ts"

setTracingDisabled(true)

const agentOf = (session: Session) =>
  new Agent({ name: "Assistant", tools: createTools(session, { approvals: "framework" }) })

testApprovalFlow("OpenAI Agents SDK", {
  begin: async (session, calls) => {
    const { runner } = await openEndpoint([calls])
    const { interruptions, state } = await runner.run(agentOf(session), "Buy milk.")
    const asked = interruptions.flatMap(({ rawItem }) => (rawItem.type === "function_call" ? rawItem.callId : []))
    return { asked, state: state.toString() }
  },
  resume: async (session, text) => {
    const { requests, runner } = await openEndpoint([])
    const agent = agentOf(session)
    const state = await RunState.fromString(agent, text)
    for (const interruption of state.getInterruptions()) state.approve(interruption)
    await runner.run(agent, state)
    return getAnswers(requests.at(-1)?.input ?? [])
  }
})

describe("an agent of the OpenAI Agents SDK", () => {
  const save = (id: string, text: string) => ({ id, tool: "save", text })

  it("runs nothing on an SDK approval for all further calls", async () => {
    const { session, saved } = await openContractGate()
    const turns = [[save("1", '{"text":"milk"}')], [save("2", '{"text":"vodka"}')]]
    const { runner } = await openEndpoint(turns)
    const agent = agentOf(session)
    const { state } = await runner.run(agent, "Buy milk.")
    for (const one of state.getInterruptions()) state.approve(one, { alwaysApprove: true })
    await runner.run(agent, state)
    expect(saved).toEqual([])
    expect(await session.approvals.list()).toHaveLength(2)
  })

  it.each([
    ["with one value", '{"text":"milk","text":"milk"}'],
    ["with two values", '{"text":"vodka","text":"milk"}'],
    ["written in two ways", '{"text":"milk","\\u0074ext":"milk"}']
  ])("runs nothing from a stored answer if a member occurs twice, %s", async (_how, text) => {
    const { gate, saved } = await openContractGate()
    const session = await openApprovedSession({ gate }, "milk")
    const { runner, requests } = await openEndpoint([[save("1", text)]])
    await runner.run(agentOf(session), "Buy milk.")
    expect(getAnswers(requests.at(-1)?.input ?? [])).toMatchObject([{ text: expect.stringContaining("given twice") }])
    expect(saved).toEqual(["milk"])
  })

  it("runs nothing on an earlier call's approval if a member occurs twice", async () => {
    const { session, saved } = await openContractGate()
    const turns = [[save("1", '{"text":"milk"}')], [save("2", '{"text":"vodka","text":"milk"}')]]
    const { runner, requests } = await openEndpoint(turns)
    await runner.run(agentOf(session), "Buy milk.")
    for (const { id } of await session.approvals.list()) await session.approvals.decide(id, { decision: "approve" })
    await runner.run(agentOf(session), "Buy milk.")
    expect(getAnswers(requests.at(-1)?.input ?? [])).toMatchObject([{ text: expect.stringContaining("given twice") }])
    expect(saved).toEqual([])
  })

  it("refuses arguments with a repeated member, because the approved value must be the one that runs", async () => {
    const { session, saved, record } = await openContractGate({ answer: { decision: "approve" } })
    const { runner, requests } = await openEndpoint([[save("1", '{"text":"milk","text":"vodka"}')]])
    await runner.run(new Agent({ name: "Assistant", tools: createTools(session) }), "Buy milk.")
    expect(getAnswers(requests.at(-1)?.input ?? [])).toMatchObject([
      { text: expect.stringMatching(/twice|duplicate/i) }
    ])
    expect(saved).toEqual([])
    expect((await record()).map(({ why }) => why)).toEqual(["InvalidArgs"])
  })
})
