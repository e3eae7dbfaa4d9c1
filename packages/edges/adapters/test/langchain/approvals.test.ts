import { type BaseMessage, HumanMessage } from "@langchain/core/messages"
import { Command, MemorySaver, MessagesAnnotation, StateGraph } from "@langchain/langgraph"
import { ToolNode } from "@langchain/langgraph/prebuilt"
import { createAgent } from "langchain"
import type { Session } from "toolgate"
import { describe, expect, it } from "vitest"
import { createTools } from "../../src/langchain.ts"
import { openContractGate } from "../contract/ContractGate.ts"
import type { ModelCall } from "../contract/Framework.ts"
import { openApprovedSession } from "../contract/openApprovedSession.ts"
import { testApprovalFlow } from "../testApprovalFlow.ts"
import { createModel, getAnswer, messageOf } from "./fakeModel.ts"

const thread = { configurable: { thread_id: "alice" } }

/** The end of a run of a graph, with its interrupts. */
interface Ended {
  readonly messages: ReadonlyArray<BaseMessage>
  readonly __interrupt__?: ReadonlyArray<{ readonly id?: string; readonly value?: unknown }>
}

const openAgent = (session: Session, turns: ReadonlyArray<ReadonlyArray<ModelCall>>) => {
  const tools = createTools(session, { approvals: "framework" })
  return createAgent({ model: createModel(turns), tools, checkpointer: new MemorySaver() })
}

/** Resumes a graph until it ends, as a client that approves everything. */
const approveAll = async (agent: ReturnType<typeof openAgent>, ended: Ended): Promise<Ended> => {
  const interrupts = ended.__interrupt__ ?? []
  const resume = Object.fromEntries(interrupts.map(({ id }) => [id, { approved: true }]))
  return interrupts.length === 0 ? ended : approveAll(agent, await agent.invoke(new Command({ resume }), thread))
}

// The client stores the calls instead of a checkpoint: the graph starts again with them.
testApprovalFlow("LangGraph", {
  begin: async (session, calls) => {
    const { __interrupt__ = [] }: Ended = await openAgent(session, [calls]).invoke({ messages: "Buy milk." }, thread)
    const texts = __interrupt__.map(({ value }) => (value as { args: { text: string } }).args.text)
    const asked = calls.filter(({ args }) => texts.includes((args as { text: string }).text)).map(({ id }) => id)
    return { asked, state: JSON.stringify(calls) }
  },
  resume: async (session, state) => {
    const agent = openAgent(session, [JSON.parse(state)])
    const { messages } = await approveAll(agent, await agent.invoke({ messages: "Buy milk." }, thread))
    return messages.flatMap(getAnswer)
  }
})

describe("an interrupt of LangGraph", () => {
  const milk: ModelCall = { id: "1", tool: "save", args: { text: "milk" } }
  const bread: ModelCall = { id: "2", tool: "save", args: { text: "bread" } }

  it("contains the question, and the graph resumes from its checkpoint with each call made once", async () => {
    const { session, saved } = await openContractGate()
    const agent = openAgent(session, [[milk, bread]])
    const ended: Ended = await agent.invoke({ messages: [new HumanMessage("go")] }, thread)
    const questions = await session.approvals.list()
    expect(ended.__interrupt__?.map(({ value }) => value)).toMatchObject([
      { approvalId: questions[0]?.id, tool: "save", args: { text: "milk" } },
      { approvalId: questions[1]?.id, tool: "save", args: { text: "bread" } }
    ])
    for (const { id } of questions) await session.approvals.decide(id, { decision: "approve" })
    const { messages } = await approveAll(agent, ended)
    expect(messages.flatMap(getAnswer).map(({ text }) => text)).toEqual(["Saved milk.", "Saved bread."])
    expect(saved.toSorted()).toEqual(["bread", "milk"])
  })

  it("does not repeat completed calls, although the node runs again from its start", async () => {
    const { gate, saved } = await openContractGate()
    const session = await openApprovedSession({ gate }, "milk")
    // An answer for the session covers equal calls, so that milk runs at once and bread needs approval.
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("tools", new ToolNode(createTools(session, { approvals: "framework" })))
      .addEdge("__start__", "tools")
      .compile({ checkpointer: new MemorySaver() })
    const messages: Array<BaseMessage> = [messageOf([milk, bread])]
    const first: Ended = await graph.invoke({ messages }, thread)
    const [question] = await session.approvals.list()
    expect(first.__interrupt__).toHaveLength(1)
    await session.approvals.decide(question?.id ?? "", { decision: "approve" })
    const last: Ended = await graph.invoke(new Command({ resume: "go on" }), thread)
    expect(last.messages.flatMap(getAnswer).map(({ text }) => text)).toEqual(["Saved milk.", "Saved bread."])
    expect(saved).toEqual(["milk", "milk", "bread"])
  })
})
