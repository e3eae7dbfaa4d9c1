import { once } from "node:events"
import type { ServerResponse } from "node:http"
import { describe, expect, it } from "vitest"
import { createClient } from "../src/index.ts"
import { catchFailure, openStrangeServer } from "./openClients.ts"

const sessionInfo = { id: "s", token: "t", agent: "a", workspace: "/w", openedAt: 0, openCalls: 0 }
const answer = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))
const tooMany = { type: "urn:toolgate:too-many", title: "Too many requests", status: 429, detail: "Wait." }
const unavailable = { type: "urn:toolgate:unavailable", title: "Unavailable", status: 503, detail: "Stopping." }

describe("an answer that is not one of the server", () => {
  it.each([
    ["garbage", 200, "application/json", "{broken", "no"],
    ["a text", 200, "application/json", '"ok"', "no"],
    ["a list", 200, "application/json", "[]", "no"],
    ["nothing", 200, "application/json", "", "no"],
    ["a page", 200, "text/html", "<html>", "no"],
    ["a page with an error", 403, "text/html", "<html>", "no"],
    ["another problem", 404, "application/problem+json", '{"type":"https://proxy.example/gone","title":"Gone"}', "no"],
    ["a redirection", 302, "text/plain", "", "no"]
  ])("is reported: %s", async (_, status, type, body, executed) => {
    const { client, requests } = await openStrangeServer((_request, response) => {
      response.writeHead(status, { "content-type": type, location: "/elsewhere" }).end(body)
    })
    expect(await catchFailure(client.sessions.list())).toMatchObject({ name: "UnexpectedAnswer", status, executed })
    expect(await catchFailure(client.sessions.open())).toMatchObject({ executed: "unknown" })
    expect(requests()).toBe(2)
  })

  it("does not end up in an error's message", async () => {
    const { client } = await openStrangeServer((_, response) => answer(response, 400, "secret", { "x-a": "secret" }))
    const failure = await catchFailure(client.approvals.show("some-id"))
    expect(String(failure)).toMatch(
      /^UnexpectedAnswer: .* GET \/v1\/approvals\/\{approval\} \(status 400, application\/json\)\.$/
    )
  })

  it("cannot replace what an error has", async () => {
    const hostile =
      '{"type":"urn:toolgate:stale","title":"t","status":409,"detail":"d","stack":1,"name":"x","__proto__":{"a":1}}'
    const { client } = await openStrangeServer((_, response) => void response.writeHead(409).end(hostile))
    const failure = await catchFailure(client.approvals.show("a"))
    expect(failure).toMatchObject({ name: "ToolgateProblem", message: "d", stack: expect.any(String) })
    expect(Object.getPrototypeOf(failure)).not.toHaveProperty("a")
  })
})

describe("a server that is gone", () => {
  it("has done nothing if no connection was made", async () => {
    const { url, client, close } = await openStrangeServer(() => {})
    close()
    for (const request of [client.sessions.open(), client.sessions.list(), client.events()])
      expect(await catchFailure(request)).toMatchObject({
        name: "ConnectionFailed",
        executed: "no",
        cause: expect.any(Error)
      })
    const absent = createClient({ url: url.replace("127.0.0.1", "absent.invalid"), token: "t", retries: 0 })
    expect(await catchFailure(absent.sessions.open())).toMatchObject({ executed: "no" })
  })

  it("may have done something if the connection was made", async () => {
    const { client, requests } = await openStrangeServer(({ socket }) => void socket.destroy())
    expect(await catchFailure(client.sessions.open())).toMatchObject({ name: "ConnectionFailed", executed: "unknown" })
    expect(requests()).toBe(1)
  })

  it("is asked again only if that does no harm", async () => {
    let count = 0
    const { client, requests } = await openStrangeServer((request, response) => {
      count += 1
      if (count % 2 === 1) return void request.socket.destroy()
      answer(response, 200, request.headers["idempotency-key"] === undefined ? { items: [] } : { callId: "1" })
    })
    const session = client.sessions.use("s")
    expect(await client.sessions.list()).toEqual({ items: [] })
    expect(await session.call({ tool: "a", idempotencyKey: "k" })).toEqual({ callId: "1" })
    expect(requests()).toBe(4)
    expect(await catchFailure(session.call({ tool: "a" }))).toMatchObject({ executed: "unknown" })
    expect(requests()).toBe(5)
  })

  it("may have done something if an earlier attempt arrived", async () => {
    const { client, close } = await openStrangeServer(({ socket }) => {
      socket.destroy()
      close()
    })
    const call = client.sessions.use("s").call({ tool: "a", idempotencyKey: "k" })
    expect(await catchFailure(call)).toMatchObject({ name: "ConnectionFailed", executed: "unknown" })
  })
})

describe("a server that is busy", () => {
  it("is asked again, also for requests that it refused because of their number", async () => {
    let count = 0
    const { client } = await openStrangeServer((_, response) => {
      count += 1
      if (count % 3 !== 0) return answer(response, 429, tooMany, { "retry-after": "0" })
      answer(response, 201, sessionInfo)
    })
    expect((await client.sessions.open()).id).toBe("s")
    expect(await client.sessions.use("s").inspect()).toEqual(sessionInfo)
  })

  it("is not waited for longer than is useful", async () => {
    const { client, requests } = await openStrangeServer((_, response) =>
      answer(response, 429, tooMany, { "retry-after": "3600" })
    )
    const failure = await catchFailure(client.sessions.list())
    expect(failure).toMatchObject({ type: "urn:toolgate:too-many", retryAfterMs: 3_600_000 })
    expect(requests()).toBe(1)
  })

  it("is waited for as long as it asks", async () => {
    const { client, requests } = await openStrangeServer((_, response) =>
      answer(response, 429, tooMany, { "retry-after": "20" })
    )
    const failure = await catchFailure(client.sessions.list({}, { requestTimeoutMs: 100 }))
    expect(failure).toMatchObject({ type: "urn:toolgate:too-many", retryAfterMs: 20_000 })
    expect(requests()).toBe(1)
  })

  it("is not asked again for what may have had an effect, nor whether it is ready", async () => {
    const { client, requests } = await openStrangeServer((_, response) => answer(response, 503, unavailable))
    for (const request of [client.approvals.decide("a", { decision: "allow" }), client.health.ready()])
      expect(await catchFailure(request)).toMatchObject({ type: "urn:toolgate:unavailable" })
    expect(requests()).toBe(2)
    expect(await catchFailure(client.sessions.list())).toMatchObject({ type: "urn:toolgate:unavailable" })
    expect(requests()).toBe(5)
  })
})

describe("a server that never ends", () => {
  it.each([
    ["its silence", () => {}],
    ["its head", (response: ServerResponse) => void response.writeHead(200).flushHeaders()],
    [
      "its body",
      (response: ServerResponse) => {
        response.writeHead(200).on("error", () => {})
        const more = () => {
          if (!response.destroyed) response.write("[", () => setImmediate(more))
        }
        more()
      }
    ]
  ])("is left when the time is over: %s", async (_, begin) => {
    const closed: Array<Promise<unknown>> = []
    const { client } = await openStrangeServer(
      (request, response) => {
        closed.push(once(request.socket, "close"))
        begin(response)
      },
      { requestTimeoutMs: 200 }
    )
    expect(await catchFailure(client.sessions.list())).toMatchObject({ name: "RequestTimedOut", executed: "no" })
    expect(await catchFailure(client.sessions.open())).toMatchObject({ executed: "unknown" })
    await Promise.all(closed)
  })
})

it("has no time limit of its own for calls, which may wait for a person", async () => {
  const held: Array<() => void> = []
  const session = createClient({
    url: "http://server",
    token: "t",
    requestTimeoutMs: 1,
    fetch: (_, { signal }) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason))
        held.push(() => resolve(Response.json({ callId: "1" })))
      })
  }).sessions.use("s")
  const waiting = session.call({ tool: "a" })
  for (const limited of [session.call({ tool: "a", timeoutMs: 1 }), session.judge({ tool: "a" })])
    expect(await catchFailure(limited)).toMatchObject({ name: "RequestTimedOut" })
  held[0]?.()
  expect(await waiting).toEqual({ callId: "1" })
})

describe("createClient", () => {
  it.each(["", "/", "host", "ftp://host", "http://user:secret@host", "http://host/?a=secret", "http://host/#secret"])(
    "refuses an invalid address without repeating it: %j",
    (url) => {
      expect(() => createClient({ url, token: "t" })).toThrow(/^"url" must be an address/)
    }
  )

  it.each(["", "two words", "se\ncret", "é"])("refuses an invalid token without repeating it: %j", (token) => {
    expect(() => createClient({ url: "http://host", token })).toThrow(
      /^"token" must be the secret of a token, on one line\.$/
    )
  })

  it("keeps the path of a proxy, and does not show its token", async () => {
    const asked: Array<string> = []
    const client = createClient({
      url: "https://host/gate/",
      token: "secret",
      fetch: async (url, { headers }) => {
        asked.push(url, new Headers(headers).get("authorization") ?? "")
        return Response.json({ items: [] })
      }
    })
    await client.sessions.list({ limit: 5 })
    expect(asked).toEqual(["https://host/gate/v1/sessions?limit=5", "Bearer secret"])
    expect(JSON.stringify(client)).not.toContain("secret")
  })
})
