import { Agent, RunState, setTracingDisabled } from "@openai/agents"
import type { Session } from "toolgate"
import { toolsFor } from "../../src/openai-agents.ts"
import { approvalContract } from "../approvalContract.ts"
import { openEndpoint, toldIn } from "./fakeEndpoint.ts"

setTracingDisabled(true)

const agentOf = (session: Session) =>
  new Agent({ name: "Assistant", tools: toolsFor(session, { approvals: "framework" }) })

approvalContract("OpenAI Agents SDK", {
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
    return toldIn(requests.at(-1)?.input ?? [])
  }
})
