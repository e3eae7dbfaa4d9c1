import { revokeToken } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import { createParser, type EventSourceMessage } from "eventsource-parser"
import { describe, expect, it, onTestFinished } from "vitest"
import { openTestServer } from "./openTestServer.ts"

const attempts = (process.env.TOOLGATE_NIGHT ?? "") === "" ? 200 : 10_000

// Beyond the limit of connections, the server closes those that were unused the longest.
const closed = { status: 0 }

/** Reads a stream of events. */
const openStream = async (url: string, secret: string, query = "", lastId?: string) => {
  const gone = new AbortController()
  onTestFinished(() => gone.abort())
  const response = await fetch(`${url}/v1/events${query}`, {
    signal: gone.signal,
    headers: { authorization: `Bearer ${secret}`, ...(lastId === undefined ? {} : { "last-event-id": lastId }) }
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const events: Array<EventSourceMessage> = []
  const parser = createParser({ onEvent: (event) => events.push(event) })
  let isOver = false
  /** Returns the first `count` events; fewer if the stream ends before. */
  const take = async (count: number) => {
    while (events.length < count && !isOver) {
      const { done, value } = (await reader?.read().catch(() => undefined)) ?? { done: true, value: undefined }
      isOver = done
      if (value !== undefined) parser.feed(value)
    }
    return events.slice(0, count).map(({ id, event, data }) => ({ id, event, data: JSON.parse(data) }))
  }
  return { status: response.status, take, stop: () => gone.abort() }
}

const openSession = async (options?: Parameters<typeof openTestServer>[0]) => {
  const server = await openTestServer(options)
  const agent = await server.addToken({ name: "agent", agent: "builder" })
  const reader = await server.addToken({ name: "reader", rights: ["read"] })
  const session = (await agent.ask("POST", "/v1/sessions", {})).body.id
  const say = (id: string, text = id) =>
    agent.ask("POST", `/v1/sessions/${session}/calls`, { id, tool: "say", args: { text } })
  return { ...server, agent, reader, session, say }
}

describe("the stream of events", () => {
  it("tells each event of a call once, with a number and its kind", async () => {
    const { url, reader, say, session } = await openSession()
    const { take } = await openStream(url, reader.secret)
    await say("1")
    const events = await take(2)
    expect(events).toMatchObject([
      { event: "tool.called", data: { type: "tool.called", callId: "1", session, agent: "builder" } },
      { event: "tool.completed", data: { callId: "1", toolName: "say" } }
    ])
    expect(new Set(events.map(({ id }) => id)).size).toBe(2)
  })

  it("goes on where a client was cut off", async () => {
    const { url, reader, say } = await openSession()
    const first = await openStream(url, reader.secret)
    await say("1")
    const [, seen] = await first.take(2)
    first.stop()
    await say("2")
    const { take } = await openStream(url, reader.secret, "", seen?.id)
    await say("3")
    expect((await take(4)).map(({ data }) => data.callId)).toEqual(["2", "2", "3", "3"])
  })

  it("reports how many events a client has missed, and that those of another server are not known", async () => {
    const { url, reader, say } = await openSession({ streams: { kept: 4, listeners: 10, patienceMs: 60_000 } })
    const first = await openStream(url, reader.secret)
    await say("1")
    const [seen] = await first.take(1)
    for (const id of ["2", "3", "4"]) await say(id)
    const late = await openStream(url, reader.secret, "", seen?.id)
    const [lost, ...events] = await late.take(5)
    expect(lost).toMatchObject({ event: "events.lost", data: { count: 3 } })
    expect(events.map(({ data }) => data.callId)).toEqual(["3", "3", "4", "4"])
    for (const id of ["other.1", "x", "-1", "9".repeat(40)]) {
      const [unknown] = await (await openStream(url, reader.secret, "", id)).take(1)
      expect([id, unknown]).toMatchObject([id, { event: "events.lost", data: {} }])
    }
  })

  it("ends when the token of the listener is revoked or expires, and goes on for others", async () => {
    const { url, say, addToken, store } = await openSession({ streams: { beatMs: 5 } })
    const revoked = await addToken({ name: "revoked", rights: ["read"] })
    const expiring = await addToken({ name: "expiring", rights: ["read"], expiresAt: Date.now() + 300 })
    const other = await addToken({ name: "other", rights: ["read"] })
    const streams = await Promise.all(
      [revoked, expiring, other].map(({ secret }) => openStream(url, secret, "?type=tool.called"))
    )
    await Effect.runPromise(store.tokens.revoke(revokeToken(revoked.token, { by: "ada", at: Date.now() }, store.key)))
    const [ofRevoked, ofExpiring, ofOther] = streams
    expect(await ofRevoked?.take(1)).toEqual([])
    expect(await ofExpiring?.take(1)).toEqual([])
    await say("1")
    expect(await ofOther?.take(1)).toMatchObject([{ data: { callId: "1" } }])
  })

  it("is filtered by session, agent and kind", async () => {
    const { url, reader, say, agent } = await openSession()
    const other = (await agent.ask("POST", "/v1/sessions", {})).body.id
    const [ofOther, ofKind, ofAgent] = [
      await openStream(url, reader.secret, `?session=${other}`),
      await openStream(url, reader.secret, "?type=tool.completed"),
      await openStream(url, reader.secret, "?agent=nobody")
    ]
    await say("1")
    await agent.ask("POST", `/v1/sessions/${other}/calls`, { id: "2", tool: "say", args: { text: "x" } })
    expect((await ofOther.take(2)).map(({ data }) => data.callId)).toEqual(["2", "2"])
    expect((await ofKind.take(2)).map(({ data }) => data.callId)).toEqual(["1", "2"])
    ofAgent.stop()
    expect(await ofAgent.take(1)).toEqual([])
  })

  it("shows a token that only calls the events of its own sessions", async () => {
    const { url, say, addToken } = await openSession()
    const other = await addToken({ name: "other" })
    const session = (await other.ask("POST", "/v1/sessions", {})).body.id
    const { take } = await openStream(url, other.secret)
    await say("secret")
    await other.ask("POST", `/v1/sessions/${session}/calls`, { id: "own", tool: "say", args: { text: "x" } })
    expect((await take(2)).map(({ data }) => data.callId)).toEqual(["own", "own"])
    expect((await openStream(url, other.secret, "?session=absent")).status).toBe(404)
  })

  it("cannot be forged by the text of a call", async () => {
    const { url, reader, say } = await openSession()
    const { take } = await openStream(url, reader.secret)
    const forged = "x\n\nid: 9\nevent: tool.completed\ndata: {}\n\n\r\u2028"
    await say(forged)
    const events = await take(2)
    expect(events.map(({ event, data }) => [event, data.callId])).toEqual([
      ["tool.called", forged],
      ["tool.completed", forged]
    ])
  })

  it(`lets a token hold as many streams as its limit, of ${attempts} attempts, and keeps nobody else out`, async () => {
    const { url, addToken, say } = await openSession({ limits: { open: 50, perSecond: 1e6, burst: 1e6 } })
    const { secret } = await addToken({ name: "greedy", rights: ["read"] })
    const statuses = await Promise.all(
      Array.from({ length: attempts }, async () => (await openStream(url, secret).catch(() => closed)).status)
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(50)
    expect(new Set(statuses.filter((status) => status !== closed.status))).toEqual(new Set([200, 429]))
    expect((await say("1")).body.success).toBe(true)
  })

  it("takes no more listeners than its bound", async () => {
    const { url, reader } = await openSession({ streams: { kept: 10, listeners: 1, patienceMs: 60_000 } })
    const first = await openStream(url, reader.secret)
    expect((await openStream(url, reader.secret)).status).toBe(429)
    first.stop()
    await first.take(1)
    let status = 429
    while (status === 429) ({ status } = await openStream(url, reader.secret))
    expect(status).toBe(200)
  })
})
