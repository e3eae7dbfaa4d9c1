import { describe, expect, it } from "vitest"
import { openTestServer } from "./openTestServer.ts"
import { secret, startReceiver } from "./startReceiver.ts"

const hasTypes =
  (...types: ReadonlyArray<string>) =>
  (received: ReadonlyArray<{ readonly message: { readonly type: string } }>) =>
    types.every((type) => received.some(({ message }) => message.type === type))

describe("the webhooks of a server", () => {
  it("report a question and its end, with a link and without secrets", async () => {
    await using receiver = await startReceiver()
    await using opened = await openTestServer({
      webhooks: [{ url: receiver.url, secret, allowPrivate: true }],
      publicUrl: "https://gate.example/toolgate"
    })
    const { body } = await opened.call(
      { to: "production\u202e", password: "hunter22-swordfish" },
      { id: "c1", mode: "defer" }
    )
    const approvalId: string = body.pending.approvalId
    await receiver.until(hasTypes("approval.requested"))
    const decided = await opened.ask("person", "POST", `/v1/approvals/${approvalId}/decision`, { decision: "deny" })
    expect(decided.status).toBe(200)
    await receiver.until(hasTypes("approval.requested", "approval.resolved"))

    const [asked, resolved] = receiver.received
    const ids = { approvalId, session: opened.session, turn: "default", agent: "coder", callId: "c1", tool: "deploy" }
    const link = `https://gate.example/toolgate/approvals/${approvalId}`
    expect(asked?.message).toEqual({
      type: "approval.requested",
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        ...ids,
        link,
        sideEffects: "NETWORK",
        risk: expect.any(String),
        summary: expect.stringContaining('"to": "production\\u202e"'),
        why: expect.any(String),
        expiresAt: expect.stringMatching(/^\d{4}-.*Z$/)
      }
    })
    expect(asked?.message.data.summary).toContain('"password": [redacted]')
    expect(JSON.stringify(asked)).not.toContain("swordfish")
    expect(resolved?.message).toMatchObject({ type: "approval.resolved", data: { ...ids, decision: "deny", link } })
    expect(receiver.received).toHaveLength(2)
  })

  it("report a denied call, but no deferred one, and only the events of an endpoint", async () => {
    await using receiver = await startReceiver()
    await using opened = await openTestServer({
      webhooks: [{ url: receiver.url, secret, events: ["call.denied"], allowPrivate: true }]
    })
    await opened.call({ to: "production" })
    const { body } = await opened.callDenied()
    await receiver.until(hasTypes("call.denied"))
    expect(receiver.received.map(({ message }) => message)).toEqual([
      {
        type: "call.denied",
        timestamp: expect.any(String),
        data: expect.objectContaining({ callId: "d1", tool: "deploy", why: body.error.message })
      }
    ])
  })

  it("repeat a failed delivery with the same id, and do not follow redirects", async () => {
    const statuses = [500, 302, 429, 204]
    await using receiver = await startReceiver((response) =>
      response.writeHead(statuses.shift() ?? 500, { location: "/elsewhere" }).end()
    )
    await using opened = await openTestServer({
      webhooks: [{ url: receiver.url, secret, allowPrivate: true }],
      webhookLimits: { firstPauseMs: 1, longestPauseMs: 1 }
    })
    await opened.call({ to: "production" })
    await receiver.until(({ length }) => length === 4)
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
    expect(new Set(receiver.received.map(({ path }) => path))).toEqual(new Set(["/hook"]))
    await expect.poll(() => opened.server.webhooks.status()).toMatchObject([{ delivered: 1, retried: 3, failed: 0 }])
  })

  it("give up after the most attempts", async () => {
    await using receiver = await startReceiver((response) => response.writeHead(500).end())
    await using opened = await openTestServer({
      webhooks: [{ url: receiver.url, secret, allowPrivate: true }],
      webhookLimits: { firstPauseMs: 1, longestPauseMs: 1, mostAttempts: 3 }
    })
    await opened.call({ to: "production" })
    await expect
      .poll(() => opened.server.webhooks.status())
      .toMatchObject([{ delivered: 0, retried: 2, failed: 1, fault: "It answered with status 500." }])
    expect(receiver.received).toHaveLength(3)
  })

  it("switch an endpoint off that answers 410, and drop what waits for it", async () => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await using receiver = await startReceiver(async (response) => {
      await answered
      response.writeHead(410).end()
    })
    await using opened = await openTestServer({
      webhooks: [{ url: receiver.url, secret, allowPrivate: true }],
      webhookLimits: { atOnce: 1 }
    })
    for (const to of ["a", "b", "c"]) await opened.call({ to })
    await receiver.until(({ length }) => length === 1)
    answer()
    await expect
      .poll(() => opened.server.webhooks.status())
      .toMatchObject([{ switchedOffAt: expect.any(Number), dropped: 3, delivered: 0 }])
    await opened.call({ to: "d" })
    expect(receiver.received).toHaveLength(1)
  })

  it("do not delay a call or another receiver because of one that hangs or sends without end", async () => {
    await using hanging = await startReceiver(() => {})
    await using endless = await startReceiver((response) => {
      response.writeHead(200)
      const write = () => {
        while (!response.destroyed && response.write("x".repeat(1024)));
      }
      response.on("drain", write)
      write()
    })
    await using prompt = await startReceiver()
    await using opened = await openTestServer({
      webhooks: [hanging, endless, prompt].map(({ url }) => ({ url, secret, allowPrivate: true })),
      webhookLimits: { timeoutMs: 600_000 }
    })
    for (let at = 0; at < 10; at++) await opened.call({ to: `${at}` })
    await prompt.until(({ length }) => length === 10)
    await endless.until(({ length }) => length === 10)
    await expect.poll(() => opened.server.webhooks.status().map(({ delivered }) => delivered)).toEqual([0, 10, 10])
    expect(hanging.received).toHaveLength(4)
  })

  it("bound what waits for a receiver, and count what is dropped", async () => {
    await using hanging = await startReceiver(() => {})
    await using opened = await openTestServer({
      webhooks: [{ url: hanging.url, secret, allowPrivate: true }],
      webhookLimits: { timeoutMs: 600_000, atOnce: 2, mostWaiting: 3 }
    })
    for (let at = 0; at < 8; at++) await opened.call({ to: `${at}` })
    await expect.poll(() => opened.server.webhooks.status()).toMatchObject([{ dropped: 5 }])
    expect(hanging.received.length).toBeLessThanOrEqual(2)
  })

  it("reach no private address unless this is configured", async () => {
    await using receiver = await startReceiver()
    await using opened = await openTestServer({
      webhooks: [{ url: `https://127.0.0.1:${receiver.port}/`, secret }],
      webhookLimits: { mostAttempts: 1 }
    })
    await opened.call({ to: "production" })
    await expect
      .poll(() => opened.server.webhooks.status())
      .toMatchObject([{ failed: 1, fault: 'Its address is loopback. Only "allowPrivate" permits such an address.' }])
    expect(receiver.sockets.size).toBe(0)
  })

  it("are refused with two endpoints of one URL, or an address for links that is none", async () => {
    const endpoint = { url: "https://chat.example/", secret }
    await expect(openTestServer({ webhooks: [endpoint, endpoint] })).rejects.toThrow("Two webhooks have the same URL")
    await expect(openTestServer({ publicUrl: "gate.example" })).rejects.toThrow('"publicUrl" must be')
  })
})
