import { request } from "node:http"
import { revokeToken } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { openTestServer } from "./openTestServer.ts"

/** Opens a server with the token of a person, and a browser for it. */
const open = async (further: Parameters<typeof openTestServer>[0] = {}) => {
  const server = await openTestServer({ signIn: true, ...further })
  const ada = await server.addToken({ name: "ada", rights: ["decide", "read"] })
  const { url, makeSignInAddress = () => "" } = server
  const codeOf = () => makeSignInAddress().split("#")[1] ?? ""
  /** Sends a request as a page of the server does, or with other headers. */
  const send = async (method: string, path: string, further: Record<string, string> = {}, body = "") => {
    const form = { "content-type": "application/x-www-form-urlencoded" }
    const headers = { origin: url, "sec-fetch-site": "same-origin", ...(method === "POST" ? form : {}), ...further }
    return fetch(url + path, { method, headers, redirect: "manual", ...(method === "POST" ? { body } : {}) })
  }
  const enter = (code: string, further?: Record<string, string>) => send("POST", "/sign-in", further, `code=${code}`)
  /** Signs a browser in, and returns its cookie. */
  const signIn = async () => (await enter(codeOf())).headers.get("set-cookie")?.split(";")[0] ?? ""
  return { ...server, ada, codeOf, send, enter, signIn, makeSignInAddress }
}

it("signs one browser in with the address that was made", async () => {
  const { url, send, enter, makeSignInAddress } = await open()
  const address = new URL(makeSignInAddress())
  expect(`${address.origin}${address.pathname}`).toBe(`${url}/sign-in`)
  const page = await send("GET", "/sign-in")
  expect(page.headers.get("content-security-policy")).toMatch(
    /default-src 'none'; style-src 'sha256-\S+'; script-src 'sha256-\S+'; /
  )
  const answer = await enter(address.hash.slice(1))
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/sign-in"])
  const [cookie = "", ...attributes] = answer.headers.get("set-cookie")?.split("; ") ?? []
  expect(attributes).toEqual(["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=43200"])
  expect(cookie).toMatch(new RegExp(`^toolgate-${address.port}=[\\w-]{43}$`))
  expect(await (await send("GET", "/sign-in", { cookie })).text()).toContain("decide, read")
  expect((await send("GET", "/v1/approvals", { cookie })).status).toBe(200)
  // The rights are those of the token.
  expect((await send("POST", "/v1/policy/reload", { cookie })).status).toBe(403)
})

it("lets one of many browsers with the same code in", async () => {
  const { codeOf, enter } = await open()
  const code = codeOf()
  const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await enter(code)).status))
  expect(statuses.filter((status) => status === 303)).toHaveLength(1)
  expect((await enter(code)).status).toBe(403)
})

it("refuses an old code, a wrong one, and every one after too many wrong ones", async () => {
  const { codeOf, enter } = await open()
  const old = codeOf()
  const code = codeOf()
  expect((await enter(old)).status).toBe(403)
  expect((await enter("")).status).toBe(403)
  for (let count = 2; count < 100; count++) await enter(`guess ${count}`)
  expect((await enter(code)).status).toBe(403)
  expect((await enter(codeOf())).status).toBe(303)
})

it("keeps the code for later if there is no token of a person", async () => {
  const { ada, store, codeOf, enter, addToken } = await open()
  await addToken({ name: "agent" })
  await Effect.runPromise(store.tokens.revoke(revokeToken(ada.token, { by: "ada", at: Date.now() }, store.key)))
  const code = codeOf()
  expect((await enter(code)).status).toBe(403)
  await addToken({ name: "bob", rights: ["administer"] })
  expect((await enter(code)).status).toBe(303)
})

it.each<[string, Record<string, string>]>([
  ["another site", { origin: "https://evil.test", "sec-fetch-site": "cross-site" }],
  ["another port of this host", { origin: "http://127.0.0.1:1", "sec-fetch-site": "same-site" }],
  ["a sandboxed frame", { origin: "null", "sec-fetch-site": "cross-site" }],
  ["a program that names no site", { origin: "" }]
])("takes neither a code nor a cookie from %s", async (_, further) => {
  const { codeOf, enter, signIn, send } = await open()
  const cookie = await signIn()
  const code = codeOf()
  expect((await enter(code, further)).status).toBe(403)
  expect((await send("POST", "/v1/approvals/x/decision", { ...further, cookie })).status).toBe(403)
  expect((await send("POST", "/sign-out", { ...further, cookie })).status).toBe(403)
  expect((await enter(code)).status).toBe(303)
})

it("takes a cookie only from requests that browsers send for its own pages", async () => {
  const { url, signIn } = await open()
  const cookie = await signIn()
  const statusOf = (method: string, headers: Record<string, string>) =>
    new Promise((resolve, reject) => {
      request(
        `${url}/v1/approvals/x/decision`.replace(method === "GET" ? "/x/decision" : "", ""),
        { method, headers: { cookie, ...headers } },
        (response) => {
          response.resume()
          resolve(response.statusCode)
        }
      )
        .on("error", reject)
        .end()
    })
  expect(await statusOf("GET", {})).toBe(401)
  expect(await statusOf("GET", { "sec-fetch-site": "same-origin" })).toBe(200)
  expect(await statusOf("POST", { "sec-fetch-site": "same-origin" })).toBe(401)
  expect(await statusOf("POST", {})).toBe(401)
  expect(await statusOf("POST", { origin: url })).not.toBe(401)
})

it("knows neither forged cookies nor those of other servers, and finds its own among them", async () => {
  const { url, signIn, send } = await open()
  const own = await signIn()
  const [name = "", value = ""] = own.split("=")
  const statusOf = async (cookie: string) => (await send("GET", "/v1/approvals", { cookie })).status
  const forged = [
    `${name}=`,
    `${name}=${"x".repeat(43)}`,
    `${name}=${value}x`,
    `${name}x=${value}`,
    `toolgate-1=${value}`,
    value
  ]
  expect(await Promise.all(forged.map(statusOf))).toEqual(forged.map(() => 401))
  expect(await statusOf(`${name}=${"y".repeat(43)}; a=b; ${own}`)).toBe(200)
  expect(await statusOf(`${own}; ${await signIn()}`)).toBe(401)
  const other = await open()
  expect((await other.send("GET", "/v1/approvals", { cookie: own })).status).toBe(401)
  expect(url).not.toBe(other.url)
})

it("ends with its token, by signing out, and its streams with it", async () => {
  const { ada, store, signIn, send } = await open()
  const [first, second] = [await signIn(), await signIn()]
  const streams = await Promise.all([first, second].map((cookie) => send("GET", "/v1/events", { cookie })))
  const out = await send("POST", "/sign-out", { cookie: first })
  expect([out.status, out.headers.get("set-cookie")]).toEqual([303, expect.stringContaining("Max-Age=0")])
  await streams[0]?.text()
  const statusOf = async (cookie: string) => (await send("GET", "/v1/approvals", { cookie })).status
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200])
  await Effect.runPromise(store.tokens.revoke(revokeToken(ada.token, { by: "ada", at: Date.now() }, store.key)))
  await streams[1]?.text()
  expect(await statusOf(second)).toBe(401)
})

it("marks the cookie as secure if a proxy serves HTTPS", async () => {
  const { url, codeOf, enter } = await open()
  const answer = await enter(codeOf(), { origin: url.replace("http:", "https:") })
  expect(answer.headers.get("set-cookie")).toMatch(/; Secure$/)
})

it("has no page unless it is asked for", async () => {
  const { askWith } = await openTestServer()
  expect((await askWith(undefined)("GET", "/sign-in")).status).toBe(404)
})
