import { once } from "node:events"
import { connect, ShutdownRequested } from "@toolgate/runner"
import { revokeToken } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { openTestServer } from "./openTestServer.ts"

/** Opens a server, and a token for agents. */
const open = async (options: Parameters<typeof openTestServer>[0] = {}) => {
  const server = await openTestServer(options)
  const token = await server.addToken({ name: "ci", agent: "builder" })
  return { ...server, ...token, own: { url: server.url, token: token.secret } }
}

/** Resolves to the reason for which an agent is asked to end. */
const endOf = async ({ shutdown }: Awaited<ReturnType<typeof connect>>): Promise<Error> => {
  if (!shutdown.aborted) await once(shutdown, "abort")
  return shutdown.reason
}

describe("an agent that connects by a WebSocket", () => {
  it("calls tools in a session of its own, which ends when the agent closes its tools", async () => {
    const { own, ask } = await open()
    const tools = await connect(own)
    expect(tools).toMatchObject({ agent: "builder", session: expect.any(String) })
    expect(tools.list.map(({ name }) => name)).toEqual(["note", "say", "wait"])
    expect((await tools.call("say", { text: "é 😀" })).result).toEqual({ text: "é 😀" })
    const path = `/v1/sessions/${tools.session}`
    expect((await ask("GET", path)).body).toMatchObject({ token: "ci", agent: "builder" })
    await tools.close()
    await expect.poll(async () => (await ask("GET", path)).status).toBe(404)
  })

  it("calls in a session that it names, which stays open, and is bound by its options", async () => {
    const { own, ask } = await open({ gate: { policy: "host" } })
    const { body } = await ask("POST", "/v1/sessions", { readOnly: true })
    for (let i = 0; i < 2; i++) {
      await using tools = await connect({ ...own, session: body.id })
      expect(tools.session).toBe(body.id)
      expect((await tools.call("say", { text: "a" })).text).toBe("a")
      await expect(tools.call("note", { text: "a" })).rejects.toMatchObject({ slug: "permission_denied" })
    }
    expect((await ask("GET", `/v1/sessions/${body.id}`)).status).toBe(200)
  })

  it("is asked to end with its session, at once", async () => {
    const { own, ask } = await open()
    const tools = await connect(own)
    const waiting = tools.call("wait", {})
    void waiting.catch(() => {})
    await expect.poll(async () => (await ask("GET", `/v1/sessions/${tools.session}`)).body.openCalls).toBe(1)
    expect((await ask("DELETE", `/v1/sessions/${tools.session}`)).status).toBe(200)
    expect(await endOf(tools)).toEqual(new ShutdownRequested("the session has ended", 2_000))
    await expect(waiting).rejects.toThrow("The channel to the supervisor has ended: the supervisor closed it.")
  })

  it("has a call cancelled by another client of its token", async () => {
    const { own, ask } = await open()
    await using tools = await connect(own)
    const waiting = tools.call("wait", {}, { id: "long" })
    const path = `/v1/sessions/${tools.session}/calls/long/cancel`
    await expect.poll(async () => (await ask("POST", path)).status).toBe(204)
    await expect(waiting).rejects.toMatchObject({ message: "The call was cancelled." })
  })

  it("waits while a person decides by HTTP", async () => {
    const { own, addToken } = await open()
    const ada = await addToken({ name: "ada", rights: ["decide"] })
    await using tools = await connect(own)
    const onApprovalPending = async ({ id }: { readonly id: string }) => {
      const { status } = await ada.ask("POST", `/v1/approvals/${id}/decision`, { decision: "allow" })
      expect(status).toBe(200)
    }
    expect((await tools.call("note", { text: "a" }, { onApprovalPending })).text).toBe("noted a")
  })

  it("is cut when its token is revoked, and its calls are cancelled", async () => {
    const { own, store, token } = await open()
    const tools = await connect(own)
    const waiting = tools.call("wait", {})
    await Effect.runPromise(store.tokens.revoke(revokeToken(token, { by: "ada", at: Date.now() }, store.key)))
    await expect(waiting).rejects.toThrow("the server no longer accepts its token")
    await expect(connect(own)).rejects.toThrow("the server refused it: This request needs a valid bearer token")
  })

  it("is cut when its token expires", async () => {
    const { url, addToken } = await openTestServer({ runners: { tokenCheckMs: 10 } })
    let tools: Awaited<ReturnType<typeof connect>> | undefined
    // On a busy machine, connecting may take longer than a short token is valid.
    for (let lifeMs = 250; tools === undefined; lifeMs *= 2) {
      const { secret } = await addToken({ name: `valid for ${lifeMs} ms`, expiresAt: Date.now() + lifeMs })
      tools = await connect({ url, token: secret }).catch(() => undefined)
    }
    expect((await endOf(tools)).message).toContain("no longer accepts its token")
  })

  it("is asked to end when the server closes, and may finish what it does", async () => {
    const { own, close } = await open()
    const tools = await connect(own)
    const asked = endOf(tools).then(async (reason) => {
      const { text } = await tools.call("say", { text: "last" })
      await tools.close()
      return [reason.message, text]
    })
    await close()
    expect(await asked).toEqual(["the server is closing", "last"])
  })

  it("connects from a browser with its token in a subprotocol, which the answer does not repeat", async () => {
    const { url, secret } = await open()
    const socket = new WebSocket(`${url}/v1/runner`, ["toolgate.runner", `toolgate.token.${secret}`])
    const [{ data }] = await once(socket, "message")
    expect([socket.protocol, JSON.parse(data).op]).toEqual(["toolgate.runner", "hello"])
    socket.close()
  })
})

describe("an agent is refused", () => {
  const refused = (url: string, token: string, session?: string) =>
    connect({ url, token, session }).then(
      () => "connected",
      ({ message }: Error) => message.replace("The channel to the supervisor has ended: the server refused it: ", "")
    )

  it("without a valid token, or without the right to call", async () => {
    const { url, addToken } = await open()
    const reader = await addToken({ name: "reader", rights: ["read", "decide"] })
    expect(await refused(url, "wrong")).toMatch(/^This request needs a valid bearer token/)
    expect(await refused(url, reader.secret)).toBe('This request needs the right "call".')
  })

  it("in a session of another token, even if its own sees all sessions", async () => {
    const { url, ask, addToken } = await open()
    const { body } = await ask("POST", "/v1/sessions", {})
    const admin = await addToken({ name: "admin", rights: ["call", "read", "administer"] })
    expect(await refused(url, admin.secret, body.id)).toBe("The session belongs to another token.")
    expect((await ask("GET", `/v1/sessions/${body.id}`)).body.openCalls).toBe(0)
  })

  it("beyond the connections of its token, while other tokens still connect", async () => {
    const { own, url, addToken } = await open({ runners: { connections: 2 } })
    const connected = [await connect(own), await connect(own)]
    await expect(connect(own)).rejects.toThrow("the server refused it: This token has too many agents connected.")
    const other = await addToken({ name: "other" })
    const apart = await connect({ url, token: other.secret })
    await connected[0]?.close()
    await expect
      .poll(() =>
        connect(own).then(
          (tools) => connected.push(tools),
          () => 0
        )
      )
      .toBe(3)
    for (const tools of [...connected, apart]) await tools.close()
  })

  it("if it does not ask for a WebSocket, or asks for anything besides a session", async () => {
    const { ask } = await open()
    expect((await ask("GET", "/v1/runner")).body.type).toBe("urn:toolgate:upgrade-required")
    for (const query of ["sesion=1", "session=1&session=2", "agent=root"])
      expect((await ask("GET", `/v1/runner?${query}`)).body.type).toBe("urn:toolgate:bad-request")
  })
})
