import { describe, expect, it, onTestFinished } from "vitest"
import { createClient, type EventOptions, type ServerEvent, ToolgateProblem } from "../src/index.ts"
import { catchFailure, openClients, openStrangeServer } from "./openClients.ts"

const openSession = async (options?: Parameters<typeof openClients>[0]) => {
  const opened = await openClients(options)
  const { secret: token } = await opened.addToken({ name: "agent" })
  // Calls do not go through the relay whose connections are cut.
  const client = createClient({ url: opened.url, token })
  const session = await client.sessions.open()
  const listener = createClient({ url: opened.relay.url, token })
  /** Makes a call, which causes two events. */
  const say = (id: string) => session.call({ id, tool: "say", args: { text: id } })
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const listen = async (given: EventOptions = {}) => {
    const stream = await listener.sessions.use(session.id).events({}, { signal: stop.signal, ...given })
    return stream[Symbol.asyncIterator]()
  }
  return { ...opened, client, session, say, stop, listen }
}

const take = async (events: AsyncIterator<ServerEvent>, count: number): Promise<ReadonlyArray<ServerEvent>> => {
  const taken: Array<ServerEvent> = []
  while (taken.length < count) {
    const { done, value } = await events.next()
    if (done === true) return taken
    taken.push(value)
  }
  return taken
}

const name = (event: ServerEvent) => (event.type === "events.lost" ? event.type : `${event.type} ${event.callId}`)

describe("the stream of events", () => {
  it("has begun when it is returned, and ends with its signal", async () => {
    const { say, listen, stop, session } = await openSession()
    const events = await listen()
    await say("1")
    const [first, second] = await take(events, 2)
    expect([first, second]).toMatchObject([
      { type: "tool.called", callId: "1", session: session.id, sideEffects: "none", id: expect.any(String) },
      { type: "tool.completed", callId: "1" }
    ])
    const next = events.next()
    stop.abort()
    expect(await next).toEqual({ done: true, value: undefined })
  })

  it("goes on after each cut, without a loss and without a repetition", async () => {
    const { say, listen, relay } = await openSession()
    const events = await listen()
    const seen: Array<string> = []
    for (const id of ["1", "2", "3"]) {
      await say(id)
      seen.push(...(await take(events, 1)).map(name))
      relay.cut()
      seen.push(...(await take(events, 1)).map(name))
    }
    expect(seen).toEqual(["1", "2", "3"].flatMap((id) => [`tool.called ${id}`, `tool.completed ${id}`]))
  })

  it("goes on from an event of an earlier stream", async () => {
    const { say, listen } = await openSession()
    const first = await listen()
    await say("1")
    const [called] = await take(first, 1)
    const later = await listen({ lastEventId: called?.id ?? expect.fail() })
    expect((await take(later, 1)).map(name)).toEqual(["tool.completed 1"])
  })

  it("reports the events that it lost", async () => {
    const { say, listen, relay } = await openSession({ streams: { kept: 2, listeners: 10, patienceMs: 60_000 } })
    const events = await listen()
    await say("1")
    await take(events, 2)
    relay.cut()
    for (const id of ["2", "3"]) await say(id)
    const [lost, ...rest] = await take(events, 3)
    expect(lost).toMatchObject({ type: "events.lost", count: 2 })
    expect(rest.map(name)).toEqual(["tool.called 3", "tool.completed 3"])
    // Nothing shows the server where this stream was.
    const unnamed = await listen()
    relay.cut()
    expect(await take(unnamed, 1)).toEqual([{ type: "events.lost" }])
  })

  it("is filtered", async () => {
    const { say, client, stop } = await openSession()
    const stream = await client.events({ types: ["tool.completed", "tool.failed"] }, { signal: stop.signal })
    const events = stream[Symbol.asyncIterator]()
    for (const id of ["1", "2"]) await say(id)
    expect((await take(events, 2)).map(name)).toEqual(["tool.completed 1", "tool.completed 2"])
  })

  it("closes its connection when a loop ends early", async () => {
    const { say, session } = await openSession({ streams: { kept: 10, listeners: 1, patienceMs: 60_000 } })
    for (const id of ["1", "2", "3"]) {
      const stream = await openWhenFree(() => session.events())
      await say(id)
      for await (const event of stream) {
        expect(name(event)).toBe(`tool.called ${id}`)
        break
      }
    }
  })

  it("rejects if it cannot begin, and ends with the problem if it may not go on", async () => {
    const { client, listen, relay, session } = await openSession()
    await expect(client.sessions.use("absent").events()).rejects.toMatchObject({ type: "urn:toolgate:not-found" })
    const events = await listen()
    const next = catchFailure(events.next())
    await session.end()
    relay.cut()
    expect(await next).toMatchObject({ type: "urn:toolgate:not-found" })
  })
})

/** Opens a stream. The server may not have seen yet that the one before has ended. */
const openWhenFree = async <A>(open: () => Promise<A>): Promise<A> => {
  for (;;) {
    const opened = await open().catch((error) => {
      if (!(error instanceof ToolgateProblem) || error.type !== "urn:toolgate:too-many") throw error
      return undefined
    })
    if (opened !== undefined) return opened
  }
}

describe("a stream that is damaged", () => {
  const head = { "content-type": "text/event-stream" }

  it.each([
    ["text", "data: {broken\n\n", "UnexpectedAnswer"],
    ["a list", "event: a\ndata: [1]\n\n", "UnexpectedAnswer"]
  ])("fails with its first event: %s", async (_, text, expected) => {
    const { client } = await openStrangeServer((_request, response) => {
      response.writeHead(200, head).write(text)
    })
    const events = (await client.events())[Symbol.asyncIterator]()
    expect(await catchFailure(events.next())).toMatchObject({ name: expected })
  })

  it("is refused if it is a page", async () => {
    const { client } = await openStrangeServer((_, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<html>sign in</html>")
    })
    expect(await catchFailure(client.events())).toMatchObject({ name: "UnexpectedAnswer", status: 200 })
  })

  it("fails instead of filling the memory with one event that never ends", async () => {
    const { client } = await openStrangeServer((_, response) => {
      const more = () =>
        void (response.write(`data: ${"x".repeat(1 << 20)}`) ? setImmediate(more) : response.once("drain", more))
      response.writeHead(200, head).on("close", () => response.removeAllListeners("drain"))
      more()
    })
    const events = (await client.events())[Symbol.asyncIterator]()
    expect(await catchFailure(events.next())).toMatchObject({ name: "UnexpectedAnswer" })
  })

  it("connects again while the server is away", async () => {
    let count = 0
    const { client } = await openStrangeServer((request, response) => {
      count += 1
      if (count === 2) return void request.socket.destroy()
      if (count === 3) return void response.writeHead(502, { "content-type": "text/html" }).end("<html>")
      if (count === 4) return void response.writeHead(200, head).end()
      response.writeHead(200, head).write(`id: ${count}\nevent: tool.later\ndata: {"at":${count}}\n\n`)
      if (count === 1) response.end()
    })
    const stop = new AbortController()
    onTestFinished(() => stop.abort())
    const events = (await client.events({}, { signal: stop.signal }))[Symbol.asyncIterator]()
    expect(await take(events, 2)).toEqual([
      { id: "1", type: "tool.later", at: 1 },
      { id: "5", type: "tool.later", at: 5 }
    ])
  })
})
