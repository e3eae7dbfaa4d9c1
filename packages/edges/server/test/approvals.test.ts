import { describe, expect, it } from "vitest"
import { type Ask, openTestServer } from "./openTestServer.ts"

/** Opens a server whose agent waits for a person. */
const openWaiting = async () => {
  const server = await openTestServer()
  const [agent, ada, bob] = [
    await server.addToken({ name: "agent" }),
    await server.addToken({ name: "ada", rights: ["decide"] }),
    await server.addToken({ name: "bob", rights: ["decide"] })
  ]
  const session = (await agent.ask("POST", "/v1/sessions", {})).body.id
  const answer = agent.ask("POST", `/v1/sessions/${session}/calls`, { tool: "note", args: { text: "x" }, turn: "t1" })
  const approval = await firstOpen(ada.ask)
  const { id } = approval.request
  return {
    ...server,
    agent,
    ada,
    bob,
    session,
    answer,
    id,
    approval,
    confirm: `/sessions/${session}/turns/t1/confirmations/${id}`
  }
}

const firstOpen = async (ask: Ask) => {
  for (;;) {
    const { body } = await ask("GET", "/v1/approvals")
    if (body.items.length > 0) return body.items[0]
  }
}

describe("a question", () => {
  it("is decided once: of two opposite decisions at once, one wins and the other learns which", async () => {
    const { ada, bob, answer, confirm, id } = await openWaiting()
    const decisions = await Promise.all([
      ada.ask("POST", confirm, { decision: "allow" }),
      bob.ask("POST", `/v1/approvals/${id}/decision`, { decision: "deny", reason: "Not now." })
    ])
    const lost = decisions.find(({ status }) => status === 409)
    const won = decisions.find(({ status }) => status === 200)
    expect([won?.body.id, lost?.body.type]).toEqual([id, "urn:toolgate:already-decided"])
    const isAllowed = won?.body.decision === "allow"
    expect([lost?.body.by, lost?.body.ended]).toEqual(isAllowed ? ["ada", "approve"] : ["bob", "deny"])
    expect((await answer).body.executed).toBe(isAllowed ? "yes" : "no")
  })

  it("is never decided by the agent that asked", async () => {
    const { agent, ada, answer, confirm, id, session } = await openWaiting()
    for (const path of [confirm, `/v1${confirm}`, `/v1/approvals/${id}/decision`])
      expect((await agent.ask("POST", path, { decision: "allow" })).status).toBe(403)
    expect((await agent.ask("GET", `/v1/approvals?session=${session}`)).body.items).toHaveLength(1)
    await ada.ask("POST", confirm, { decision: "deny", reason: "Use another file." })
    expect((await answer).body).toMatchObject({ executed: "no", error: { slug: "permission_denied" } })
    expect((await answer).body.error.message).toContain("Use another file.")
  })

  it("is unknown under another session or turn, and to the tokens of others", async () => {
    const { ada, session, id, addToken, answer, confirm } = await openWaiting()
    const other = await addToken({ name: "other" })
    const decision = { decision: "allow" }
    for (const path of [
      `/sessions/${session}/turns/t2/confirmations/${id}`,
      `/sessions/other/turns/t1/confirmations/${id}`,
      `/sessions/${session}/turns/t1/confirmations/${"0".repeat(32)}`,
      `/sessions/${session}/turns/t1/confirmations/..%2f${id}`
    ])
      expect([path, (await ada.ask("POST", path, decision)).status]).toEqual([path, 404])
    expect((await other.ask("GET", `/v1/approvals/${id}`)).status).toBe(404)
    expect((await other.ask("GET", `/v1/approvals?session=${session}`)).body.items).toEqual([])
    await ada.ask("POST", confirm, { decision: "deny" })
    await answer
  })

  it("is only decided as it was shown", async () => {
    const { ada, approval, answer, confirm } = await openWaiting()
    const stale = await ada.ask("POST", confirm, { decision: "allow", digest: "0".repeat(64) })
    expect([stale.status, stale.body.type, stale.body.digest]).toEqual([
      409,
      "urn:toolgate:stale",
      approval.request.digest
    ])
    const edited = { decision: "allow", digest: approval.request.digest, arguments: { text: "edited" } }
    expect((await ada.ask("POST", confirm, edited)).status).toBe(200)
    expect((await answer).body.output.content[0].text).toBe("noted edited")
  })

  it("stays open after a decision that is not valid", async () => {
    const { ada, answer, confirm, id } = await openWaiting()
    const bodies = [
      {},
      { decision: "yes" },
      { decision: "allow", scope: "ever" },
      { decision: "deny", scope: "always" },
      "[]"
    ]
    for (const body of bodies) expect([body, (await ada.ask("POST", confirm, body)).status]).toEqual([body, 400])
    expect((await ada.ask("GET", `/v1/approvals/${id}`)).body.open).toBe(true)
    await ada.ask("POST", confirm, { decision: "deny" })
    expect((await ada.ask("GET", `/v1/approvals/${id}`)).body.open).toBe(false)
    await answer
  })
})

it("decides many questions with a result for each", async () => {
  const { addToken } = await openTestServer()
  const [agent, ada] = [await addToken({ name: "agent" }), await addToken({ name: "ada", rights: ["decide"] })]
  const session = (await agent.ask("POST", "/v1/sessions", {})).body.id
  const path = `/v1/sessions/${session}/calls`
  const answers = ["a", "b"].map((text) => agent.ask("POST", path, { tool: "note", args: { text } }))
  let items: Array<{ readonly request: { readonly id: string } }> = []
  while (items.length < 2) items = (await ada.ask("GET", "/v1/approvals")).body.items
  const [one, two] = items.map(({ request }) => request.id)
  const decisions = [
    { id: one, decision: "allow" },
    { id: "absent", decision: "allow" },
    { id: two, decision: "deny" },
    { id: one, decision: "deny" }
  ]
  const { status, body } = await ada.ask("POST", "/v1/approvals/decisions", { decisions })
  expect(status).toBe(200)
  expect(body.results).toMatchObject([
    { id: one, decision: "allow" },
    { type: "urn:toolgate:not-found" },
    { id: two, decision: "deny" },
    { type: "urn:toolgate:already-decided", by: "ada" }
  ])
  await Promise.all(answers)
})

it("resumes a deferred call once it is approved, and runs it once", async () => {
  const { addToken } = await openTestServer()
  const [agent, ada] = [await addToken({ name: "agent" }), await addToken({ name: "ada", rights: ["decide"] })]
  const session = (await agent.ask("POST", "/v1/sessions", {})).body.id
  const deferred = { tool: "note", args: { text: "x" }, mode: "defer" }
  const { body } = await agent.ask("POST", `/v1/sessions/${session}/calls`, deferred)
  const id = body.pending.approvalId
  const resume = () => agent.ask("POST", `/v1/approvals/${id}/resume`)
  expect((await resume()).body).toMatchObject({ executed: "no", pending: { approvalId: id } })
  expect((await ada.ask("POST", `/v1/approvals/${id}/decision`, { decision: "allow" })).status).toBe(200)
  const runs = await Promise.all([resume(), resume()])
  expect(runs.filter(({ body }) => body.executed === "yes")).toHaveLength(1)
})

it("tells what happened to a question", async () => {
  const { addToken } = await openTestServer()
  const [agent, ada] = [await addToken({ name: "agent" }), await addToken({ name: "ada", rights: ["decide"] })]
  const session = (await agent.ask("POST", "/v1/sessions", {})).body.id
  const call = { tool: "note", args: { text: "x" }, mode: "defer" }
  const id = (await agent.ask("POST", `/v1/sessions/${session}/calls`, call)).body.pending.approvalId
  await ada.ask("GET", "/v1/approvals")
  await ada.ask("GET", `/v1/approvals/${id}`)
  await ada.ask("GET", `/v1/approvals/${id}`)
  await ada.ask("POST", `/v1/approvals/${id}/decision`, { decision: "allow" })
  expect((await agent.ask("POST", `/v1/approvals/${id}/withdraw`)).status).toBe(200)
  const { body } = await agent.ask("GET", `/v1/approvals/${id}/history`)
  expect(body.events).toMatchObject([
    { kind: "asked", by: "agent" },
    { kind: "shown", by: "ada", from: "HTTP" },
    { kind: "opened", by: "ada", lastAt: expect.any(Number) },
    { kind: "approved", by: "ada" },
    { kind: "withdrawn", by: "agent" }
  ])
  const ended = (await ada.ask("GET", "/v1/approvals?state=ended")).body.items
  expect(ended).toMatchObject([{ request: { id }, state: "withdrawn", open: false, decision: { by: "ada" } }])
  expect((await agent.ask("POST", `/v1/approvals/${id}/resume`)).body.executed).toBe("no")
})

it("pages the questions, oldest first, even if the last one of a page ends", async () => {
  const { addToken } = await openTestServer()
  const [agent, ada] = [await addToken({ name: "agent" }), await addToken({ name: "ada", rights: ["decide"] })]
  const session = (await agent.ask("POST", "/v1/sessions", {})).body.id
  const ids: Array<string> = []
  for (const text of ["a", "b", "c", "d", "e"]) {
    const call = { tool: "note", args: { text }, mode: "defer" }
    ids.push((await agent.ask("POST", `/v1/sessions/${session}/calls`, call)).body.pending.approvalId)
  }
  const first = (await ada.ask("GET", "/v1/approvals?limit=2")).body
  await ada.ask("POST", `/v1/approvals/${first.next}/decision`, { decision: "deny" })
  const second = (await ada.ask("GET", `/v1/approvals?limit=2&cursor=${first.next}`)).body
  const third = (await ada.ask("GET", `/v1/approvals?limit=2&cursor=${second.next}`)).body
  const seen = [first, second, third].flatMap(({ items }) => items.map((one: typeof first) => one.request.id))
  expect([seen, third.next]).toEqual([ids, undefined])
  expect((await ada.ask("GET", "/v1/approvals?tool=say")).body.items).toEqual([])
})
