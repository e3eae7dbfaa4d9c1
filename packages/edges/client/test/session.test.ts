import { setImmediate } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { type ClientSession, ToolgateProblem } from "../src/index.ts"
import { catchFailure, openClients } from "./openClients.ts"

const openSession = async () => {
  const opened = await openClients()
  const client = await opened.addClient({ name: "agent", agent: "builder" })
  return { ...opened, client, session: await client.sessions.open() }
}

const say = (text: string) => ({ tool: "say", args: { text } })

const findAnswer = async (session: ClientSession, id: string) => {
  for (;;) {
    const found = await session.findCall(id)
    if (found.state === "answered") return found.execution
    await setImmediate()
  }
}

describe("a session", () => {
  it("makes calls, one, several, or those of a turn", async () => {
    const { session } = await openSession()
    const { callId, success, executed, output } = await session.call({ id: "1", ...say("hello") })
    expect({ callId, success, executed, content: output.content }).toEqual({
      callId: "1",
      success: true,
      executed: "yes",
      content: [{ type: "text", text: "hello" }]
    })
    const { executions } = await session.batch({ calls: [say("a"), { tool: "absent" }, say("b")], concurrency: 2 })
    expect(executions.map((one) => one.success)).toEqual([true, false, true])
    const turn = await session.turn({
      calls: [
        { id: "x", ...say("c") },
        { id: "y", ...say("d") }
      ],
      turn: "t1"
    })
    expect(turn.executions.map((one) => one.callId)).toEqual(["x", "y"])
  })

  it("lists its tools, declares them for a provider, and judges calls", async () => {
    const { session } = await openSession()
    const { tools } = await session.tools()
    expect(tools.map(({ name, sideEffects }) => [name, sideEffects])).toContainEqual(["note", "WRITE"])
    const declared = await session.declare("openai-chat")
    expect(declared.tools).toContainEqual(expect.objectContaining({ type: "function" }))
    expect((await session.judge(say("x"))).decision).toBe("allow")
    expect((await session.judge({ tool: "note", args: { text: "x" } })).decision).toBe("ask")
  })

  it("accepts calls that are looked up or cancelled later", async () => {
    const { session } = await openSession()
    expect(await session.accept({ id: "1", ...say("later") })).toEqual({ callId: "1", state: "open" })
    expect((await findAnswer(session, "1")).output.content).toEqual([{ type: "text", text: "later" }])
    for (const id of ["2", "3"]) await session.accept({ id, tool: "wait", args: {}, turn: `t${id}` })
    expect(await session.cancelCall("2")).toBeUndefined()
    await session.cancelTurn("t3")
    for (const id of ["2", "3"]) expect((await findAnswer(session, id)).error?.class).toBe("cancelled")
    await session.accept({ id: "4", tool: "wait", args: {} })
    await session.cancel()
    expect((await findAnswer(session, "4")).error?.class).toBe("cancelled")
  })

  it("is found by its id, listed over all pages, and ended", async () => {
    const { client, session } = await openSession()
    for (let count = 0; count < 4; count++) await client.sessions.open({ readOnly: true })
    expect((await client.sessions.list({ limit: 2 })).items).toHaveLength(2)
    const ids: Array<string> = []
    for await (const { id } of client.sessions.listAll({ limit: 2 })) ids.push(id)
    expect([ids.length, ids.at(-1)]).toEqual([5, session.id])
    const again = client.sessions.use(session.id)
    expect(await again.inspect()).toMatchObject({ id: session.id, agent: "builder", openCalls: 0 })
    expect((await again.end()).endedAt).toEqual(expect.any(Number))
    expect(await catchFailure(again.call(say("late")))).toMatchObject({ type: "urn:toolgate:not-found", status: 404 })
  })

  it("makes a call once for its key, and refuses the key for another call", async () => {
    const { session } = await openSession()
    const call = { ...say("once"), idempotencyKey: "k" }
    expect((await session.call(call)).replayed).toBeUndefined()
    expect((await session.call(call)).replayed).toBe(true)
    const reused = await catchFailure(session.call({ ...say("twice"), idempotencyKey: "k" }))
    expect(reused).toBeInstanceOf(ToolgateProblem)
    expect(reused).toMatchObject({ type: "urn:toolgate:key-reused", status: 409, requestId: expect.any(String) })
  })

  it("cancels a call with the signal of its request, or when the time of the request is over", async () => {
    const { session } = await openSession()
    const abort = new AbortController()
    const reason = new Error("changed my mind")
    const aborted = catchFailure(session.call({ tool: "wait", args: {} }, { signal: abort.signal }))
    abort.abort(reason)
    expect(await aborted).toBe(reason)
    expect(await catchFailure(session.call({ tool: "wait", args: {} }, { requestTimeoutMs: 1 }))).toMatchObject({
      name: "RequestTimedOut",
      executed: "unknown"
    })
    expect(await catchFailure(session.inspect({ signal: AbortSignal.abort(reason) }))).toBe(reason)
  })

  it("refuses ids that would lead to another path", async () => {
    const { client } = await openSession()
    for (const id of ["", ".", ".."]) await expect(client.approvals.show(id)).rejects.toThrow("is not an id")
    for (const id of ["a/b", "../sessions", "%2e%2e", "?", "#"])
      await expect(client.approvals.show(id)).rejects.toMatchObject({ type: "urn:toolgate:not-found" })
  })
})

it("reports whether the server lives and takes calls", async () => {
  const { client } = await openSession()
  expect([await client.health.live(), await client.health.ready()]).toEqual([{ status: "ok" }, { status: "ready" }])
})
