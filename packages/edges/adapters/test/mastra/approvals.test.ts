import { Mastra } from "@mastra/core"
import { Agent } from "@mastra/core/agent"
import { InMemoryStore } from "@mastra/core/storage"
import { describe, expect, it } from "vitest"
import { createTools } from "../../src/mastra.ts"
import { getAnswers } from "../ai-sdk/getAnswers.ts"
import { createModel } from "../ai-sdk/mockModel.ts"
import { openContractGate } from "../contract/ContractGate.ts"

type Stream = Awaited<ReturnType<Agent["stream"]>>

/** Reads a run to its end. Returns where it is suspended, and the payload. */
const readToEnd = async (stream: Pick<Stream, "fullStream" | "runId">) => {
  const suspended: Array<{ readonly callId: string; readonly payload: { readonly approvalId: string } }> = []
  for await (const chunk of stream.fullStream)
    if (chunk.type === "tool-call-suspended")
      suspended.push({
        callId: chunk.payload.toolCallId,
        payload: chunk.payload.suspendPayload as { readonly approvalId: string }
      })
  return { suspended, runId: stream.runId }
}

/** Returns a run that is suspended because a person has to decide its call. */
const suspendedRun = async () => {
  const opened = await openContractGate()
  const { session } = opened
  const model = createModel([[{ id: "1", tool: "save", args: { text: "milk" } }]])
  const made = { id: "a", name: "a", instructions: "", model: model as never }
  const asking = new Agent({ ...made, tools: createTools(session, { approvals: "framework" }) })
  const agent = new Mastra({ agents: { asking }, storage: new InMemoryStore(), logger: false }).getAgent("asking")
  const first = await readToEnd(await agent.stream("Buy milk."))
  const [question] = await session.approvals.list()
  const resume = async (data: object = {}) =>
    readToEnd(await agent.resumeStream(data, { runId: first.runId, toolCallId: "1" }))
  return { ...opened, first, question, resume, told: () => getAnswers(model.doStreamCalls.at(-1)?.prompt) }
}

describe("a suspended run of Mastra", () => {
  it("names the gate's question, and runs its call once after an approval", async () => {
    const { session, first, question, resume, told, saved, record } = await suspendedRun()
    expect(question).toMatchObject({ callId: "1", toolName: "save", args: { text: "milk" } })
    expect(first.suspended).toMatchObject([{ callId: "1", payload: { approvalId: question?.id } }])
    await session.approvals.decide(question?.id ?? "", { decision: "approve" })
    await resume()
    expect(told()).toEqual([{ id: "1", as: "result", text: "Saved milk.", files: [] }])
    await resume().catch(() => {})
    expect(saved).toEqual(["milk"])
    expect((await record()).filter(({ kind }) => kind === "completed")).toHaveLength(1)
  })

  it("stays suspended until there is a decision, even if it is resumed", async () => {
    const { session, question, resume, saved } = await suspendedRun()
    const { suspended } = await resume({ approved: true, approvalId: "made up" })
    expect(suspended).toMatchObject([{ callId: "1", payload: { approvalId: question?.id } }])
    expect(saved).toEqual([])
    expect(await session.approvals.list()).toHaveLength(1)
  })

  it("gives the model the reason why a person denied its call", async () => {
    const { session, question, resume, told, saved } = await suspendedRun()
    await session.approvals.decide(question?.id ?? "", { decision: "deny", reason: "We have milk." })
    await resume({ approved: true })
    expect(told()).toMatchObject([{ id: "1", as: "error", text: expect.stringContaining("We have milk.") }])
    expect(saved).toEqual([])
  })
})
