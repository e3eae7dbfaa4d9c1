import { mkdtempSync, rmSync } from "node:fs"
import { request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { makeFindProxied } from "../../src/access/persons/makeFindProxied.ts"
import type { ProxyOptions } from "../../src/index.ts"
import { openTestServer } from "../openTestServer.ts"

const proxy: ProxyOptions = { addresses: ["127.0.0.1"], header: "X-Forwarded-User", rights: ["call", "decide"] }

interface Asked {
  readonly method?: string
  readonly path?: string
  readonly socketPath?: string
}

/** Sends a request with any headers, and returns its status and body. */
const ask = (url: string, headers: Record<string, string | Array<string>>, { method, path, socketPath }: Asked = {}) =>
  new Promise<{ readonly status: number | undefined; readonly text: string }>((resolve, reject) => {
    const given = { method: method ?? "GET", path: path ?? "/v1/sessions", headers: { host: "localhost", ...headers } }
    const to = socketPath === undefined ? { host: "127.0.0.1", port: new URL(url).port } : { socketPath }
    request({ ...to, ...given }, async (response) => {
      let text = ""
      for await (const piece of response) text += piece
      resolve({ status: response.statusCode, text })
    })
      .on("error", reject)
      .end(given.method === "POST" ? "{}" : undefined)
  })

it("knows the person whom the proxy names, and keeps persons apart", async () => {
  const { url } = await openTestServer({ proxy })
  const json = { "content-type": "application/json", origin: "https://localhost" }
  const post = await ask(url, { ...json, "x-forwarded-user": "ada" }, { method: "POST" })
  expect(JSON.parse(post.text)).toMatchObject({ token: "ada", agent: "person" })
  const path = `/v1/sessions/${JSON.parse(post.text).id}`
  const statuses = ["ada", "bob", "J\u00c3\u00bcrgen"].map(
    async (name) => (await ask(url, { "x-forwarded-user": name }, { path })).status
  )
  expect(await Promise.all(statuses)).toEqual([200, 404, 404])
})

it("knows the proxy behind a Unix socket only if the settings say so", async () => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-proxy-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const statusAt = async (name: string, addresses: ReadonlyArray<string>) => {
    const socket = join(folder, name)
    const { url } = await openTestServer({ proxy: { ...proxy, addresses }, listen: { socket } })
    return (await ask(url, { "x-forwarded-user": "ada" }, { socketPath: socket })).status
  }
  expect(await statusAt("yes", ["socket"])).toBe(200)
  expect(await statusAt("no", ["127.0.0.1", "::/0", "0.0.0.0/0"])).toBe(400)
})

it.each<[string, ReadonlyArray<string>, number]>([
  ["the address of another machine", ["192.0.2.7"], 400],
  ["only a socket, and the server is at an address", ["socket"], 400],
  ["no address", [], 400],
  ["its network", ["127.0.0.0/8"], 200]
])("answers by the addresses of the settings: %s", async (_, addresses, status) => {
  const { url } = await openTestServer({ proxy: { ...proxy, addresses } })
  expect((await ask(url, { "x-forwarded-user": "ada" })).status).toBe(status)
})

it("ignores the header without settings", async () => {
  const { url } = await openTestServer()
  expect((await ask(url, { "x-forwarded-user": "ada" })).status).toBe(401)
})

it.each<[string, Record<string, string | Array<string>>, number]>([
  ["twice", { "x-forwarded-user": ["ada", "root"] }, 400],
  ["twice with one name", { "x-forwarded-user": ["ada", "ada"] }, 400],
  ["appended to that of a client", { "x-forwarded-user": "root, ada" }, 400],
  ["with invisible characters", { "x-forwarded-user": "ada\u00e2\u0080\u00ae" }, 400],
  ["with bytes that are no text", { "x-forwarded-user": "\u00ff" }, 400],
  ["that is empty", { "x-forwarded-user": " " }, 401],
  ["beside an invalid token", { "x-forwarded-user": "ada", authorization: "Bearer tg_x" }, 401],
  ["beside an empty token", { "x-forwarded-user": "ada", authorization: "" }, 401],
  ["from a page of another site", { "x-forwarded-user": "ada", origin: "https://evil.test" }, 403]
])("does not accept a header %s", async (_, headers, status) => {
  const { url } = await openTestServer({ proxy })
  expect((await ask(url, headers)).status).toBe(status)
})

it("lets no page of another site act for a person who is signed in at the proxy", async () => {
  const { url } = await openTestServer({ proxy })
  const post = { "content-type": "application/json", "x-forwarded-user": "ada" }
  const own = { ...post, origin: "http://localhost" }
  const answers = [post, { ...own, "sec-fetch-site": "same-site" }, { ...own, origin: "http://localhost:1" }, own]
  const statuses = answers.map(async (headers) => (await ask(url, headers, { method: "POST" })).status)
  expect(await Promise.all(statuses)).toEqual([403, 403, 403, 201])
})

it("refuses addresses that are none", () => {
  const listen = { host: "127.0.0.1", port: 0 }
  for (const address of ["proxy.test", "10.0.0.0/8/8", "10.0.0.0/x", "10.0.0.0/33"])
    expect(() => makeFindProxied({ ...proxy, addresses: [address] }, listen)).toThrow()
})
