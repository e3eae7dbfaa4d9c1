import { describe, expect, it } from "vitest"
import { ToolgateProblem } from "../src/index.ts"
import { catchFailure, openClients, waitForQuestions } from "./openClients.ts"

/** Opens a server whose agent waits for a person. */
const openWaiting = async (calls = 1) => {
  const { addClient } = await openClients()
  const [agent, ada, bob] = [
    await addClient({ name: "agent" }),
    await addClient({ name: "ada", rights: ["decide"] }),
    await addClient({ name: "bob", rights: ["decide"] })
  ]
  const session = await agent.sessions.open()
  const answers = Array.from({ length: calls }, (_, at) =>
    session.call({ tool: "note", args: { text: `${at}` }, turn: "t1" })
  )
  return { agent, ada, bob, session, answers, questions: await waitForQuestions(ada, calls) }
}

describe("a question", () => {
  it("is decided by another client, with the arguments that a person edited", async () => {
    const { ada, answers, questions } = await openWaiting()
    const [{ request } = expect.fail()] = questions
    const { digest } = request
    const edited = { decision: "allow", digest, arguments: { text: "edited" } } as const
    expect(await ada.approvals.decide(request.id, edited)).toEqual({ id: request.id, decision: "allow" })
    const [answer] = await Promise.all(answers)
    expect(answer?.output.content).toEqual([{ type: "text", text: "noted edited" }])
    expect((await ada.approvals.show(request.id)).open).toBe(false)
  })

  it("has one winner of two decisions at once, and the other learns who it was", async () => {
    const { ada, bob, session, answers, questions } = await openWaiting()
    const { id } = (questions[0] ?? expect.fail()).request
    const both = await Promise.allSettled([
      ada.sessions.use(session.id).confirm("t1", id, { decision: "allow" }),
      bob.approvals.decide(id, { decision: "deny" })
    ])
    const [won] = both.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))
    const [lost] = both.flatMap((one) => (one.status === "rejected" ? [one.reason] : []))
    expect(won).toMatchObject({ id })
    if (!(lost instanceof ToolgateProblem) || lost.type !== "urn:toolgate:already-decided") throw lost
    const isAllowed = won?.decision === "allow"
    expect([lost.ended, lost.by, lost.status]).toEqual([...(isAllowed ? ["approve", "ada"] : ["deny", "bob"]), 409])
    expect((await answers[0])?.executed).toBe(isAllowed ? "yes" : "no")
  })

  it("is not decided as it was shown earlier, nor by the agent that asks", async () => {
    const { agent, ada, answers, questions } = await openWaiting()
    const [{ request } = expect.fail()] = questions
    const { digest } = request
    const stale = await catchFailure(ada.approvals.decide(request.id, { decision: "allow", digest: "0".repeat(64) }))
    expect(stale).toMatchObject({ type: "urn:toolgate:stale", digest, message: expect.stringContaining("shown") })
    const own = await catchFailure(agent.approvals.decide(request.id, { decision: "allow" }))
    expect(own).toMatchObject({ type: "urn:toolgate:forbidden" })
    await ada.approvals.decide(request.id, { decision: "deny", reason: "No." })
    expect((await answers[0])?.error?.class).toBe("user_denied")
  })

  it("is listed over all pages, and decided with others, each with its result", async () => {
    const { ada, answers, questions } = await openWaiting(5)
    expect((await ada.approvals.list({ limit: 2 })).items).toHaveLength(2)
    const ids: Array<string> = []
    for await (const { request } of ada.approvals.listAll({ limit: 2, tool: "note" })) ids.push(request.id)
    expect(ids).toEqual(questions.map(({ request }) => request.id))
    const decisions = ["absent", ...ids].map((id) => ({ id, decision: "deny" as const }))
    const { results } = await ada.approvals.decideMany(decisions)
    expect(results.map((one) => ("type" in one ? one.type : one.id))).toEqual(["urn:toolgate:not-found", ...ids])
    expect((await Promise.all(answers)).map(({ executed }) => executed)).toEqual(ids.map(() => "no"))
  })
})

it("runs a deferred call when it is resumed after its approval", async () => {
  const { addClient } = await openClients()
  const [agent, ada] = [await addClient({ name: "agent" }), await addClient({ name: "ada", rights: ["decide"] })]
  const session = await agent.sessions.open()
  const { pending } = await session.call({ tool: "note", args: { text: "x" }, mode: "defer" })
  const id = pending?.approvalId ?? expect.fail()
  await ada.approvals.decide(id, { decision: "allow" })
  expect((await agent.approvals.resume(id)).output.content).toEqual([{ type: "text", text: "noted x" }])
})
