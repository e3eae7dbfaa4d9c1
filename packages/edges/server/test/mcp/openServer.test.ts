import { request } from "node:http"
import type { TokenRight } from "@toolgate/core"
import { builtins } from "toolgate"
import { describe, expect, it } from "vitest"
import { openTestServer } from "../openTestServer.ts"
import { post } from "./serveHttpGate.ts"

/** Serves a gate with all its doors, until the test ends. Each client has a token of its name, with these rights. */
const openAll = async (clients: Readonly<Record<string, ReadonlyArray<TokenRight>>> = {}) => {
  const server = await openTestServer({
    gate: { tools: builtins() },
    mcp: { version: "1", approvals: "url", approveWith: (id) => `approve ${id}` },
    page: { by: "ada", codeOf: () => "K3F9-2MQX", codeWith: (name) => `code of ${name}` }
  })
  const headers: Record<string, { readonly authorization: string }> = {}
  for (const [name, rights] of Object.entries(clients)) {
    const { secret } = await server.addToken({ name, agent: name, rights })
    headers[name] = { authorization: `Bearer ${secret}` }
  }
  return { ...server, headers, mcp: `${server.url}/mcp` }
}

const write = { name: "write_file", arguments: { path: "a.txt", content: "new" } }

/** Posts a form of the page as a browser does. */
const send = async (url: string, form: Readonly<Record<string, string>>, headers = {}) => {
  const own = { origin: new URL(url).origin, "content-type": "application/x-www-form-urlencoded" }
  const body = new URLSearchParams(form).toString()
  const response = await fetch(url, { method: "POST", headers: { ...own, ...headers }, body })
  return { status: response.status, text: await response.text() }
}

/** Follows a link of another site, and returns the status. */
const follow = (url: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const sent = request(url, { headers: { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" } })
    sent.on("response", (response) => resolve(response.resume().statusCode))
    sent.on("error", reject).end()
  })

describe("MCP clients of a server", () => {
  it("call as the agents of their tokens, in one session for each token", async () => {
    const { mcp, gate, headers } = await openAll({ alice: ["call"], bob: ["call"] })
    for (const name of ["alice", "bob", "alice"]) await post(mcp, "tools/call", write, { headers: headers[name] ?? {} })
    const asked = await gate.approvals.list()
    expect(asked.map(({ agent, session }) => [agent, session.replace(/-[\da-f-]{36}$/, "")])).toEqual([
      ["alice", "mcp-alice"],
      ["bob", "mcp-bob"]
    ])
  })

  it("are led to the page of the server, where a person decides", async () => {
    const { mcp, page, headers } = await openAll({ alice: ["call"] })
    const client = { headers: headers.alice ?? {} }
    const { body } = await post(mcp, "tools/call", write, client)
    const { inputRequests, requestState } = body.result
    const address = inputRequests.approval.params.url
    expect(address).toMatch(`${page?.url}/`)
    const signedIn = await send(address, { code: "K3F9-2MQX" })
    const token = /name="token" value="([^"]+)"/.exec(signedIn.text)?.[1] ?? ""
    expect(await send(address, { token, decision: "approve" })).toMatchObject({ status: 200 })
    const inputResponses = { approval: { action: "accept" } }
    const again = await post(mcp, "tools/call", { ...write, inputResponses, requestState }, client)
    expect(again.body.result).toMatchObject({ _meta: { "toolgate/executed": "yes" } })
  })

  it("need a token with the right to call, and are refused in the form of JSON-RPC", async () => {
    const { mcp, headers } = await openAll({ alice: ["read", "decide", "administer"] })
    const statuses = [
      [{ headers: headers.alice ?? {} }, 403],
      [{ name: "eve" }, 401],
      [{ headers: { ...headers.alice, origin: "https://evil.example" } }, 403]
    ] as const
    for (const [given, status] of statuses)
      expect(await post(mcp, "tools/list", {}, given)).toEqual({
        status,
        body: { jsonrpc: "2.0", id: null, error: { code: -32_000, message: expect.any(String) } }
      })
  })
})

describe("the page of a server", () => {
  it("knows no token of a client, and its token opens no other door", async () => {
    const { url, mcp, page, headers } = await openAll({ alice: ["call", "decide"] })
    const list = page?.url ?? ""
    const token = headers.alice?.authorization.slice("Bearer ".length) ?? ""
    expect(await send(list, { token })).toMatchObject({ status: 403 })
    expect((await send(list, {}, headers.alice)).status).toBe(403)
    const own = /name="token" value="([^"]+)"/.exec((await send(list, { code: "K3F9-2MQX" })).text)?.[1] ?? ""
    expect(own).not.toBe("")
    for (const door of [mcp, `${url}/v1/approvals`])
      expect((await fetch(door, { headers: { authorization: `Bearer ${own}` } })).status).toBe(401)
  })

  it("is opened by links of other sites, which open nothing else", async () => {
    const { url, page } = await openAll()
    expect(await follow(page?.url ?? "")).toBe(200)
    expect(await follow(`${url}/health`)).toBe(403)
    expect(await follow(`${url}/docs`)).toBe(403)
  })
})
