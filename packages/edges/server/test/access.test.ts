import { request } from "node:http"
import { revokeToken } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { openTestServer } from "./openTestServer.ts"

/** Sends a request with any headers, and returns its status. */
const statusOf = (url: string, path: string, headers: Record<string, string | ReadonlyArray<string>>) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(url + path, { headers: headers as Record<string, string> }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on("error", reject)
      .end()
  })

describe("a request without a valid token", () => {
  it("is only told that the server lives, and how to speak to it", async () => {
    const { askWith } = await openTestServer()
    const ask = askWith(undefined)
    expect((await ask("GET", "/health")).body).toEqual({ status: "ok" })
    expect((await ask("GET", "/ready")).body).toEqual({ status: "ready" })
    expect((await ask("GET", "/openapi.json")).body.openapi).toBe("3.1.0")
    for (const path of ["/v1/sessions", "/v1/approvals", "/v1/events"])
      expect(await ask("GET", path)).toMatchObject({ status: 401, body: { type: "urn:toolgate:unauthorized" } })
  })

  it("is refused alike for an unknown, an expired, a revoked and a forged token", async () => {
    const { addToken, store, askWith } = await openTestServer()
    const expired = await addToken({ name: "expired", expiresAt: Date.now() - 1 })
    const revoked = await addToken({ name: "revoked" })
    expect((await revoked.ask("GET", "/v1/sessions")).status).toBe(200)
    await Effect.runPromise(store.tokens.revoke(revokeToken(revoked.token, { by: "ada", at: Date.now() }, store.key)))
    const forged = await addToken({ name: "forged" })
    await Effect.runPromise(
      store.tokens.add({ ...forged.token, id: "0".repeat(32), sha256: "1".repeat(64), rights: ["administer"] })
    )
    const unknown = askWith(`tg_${"x".repeat(43)}`)
    const answers = await Promise.all(
      [expired.ask, revoked.ask, unknown, askWith("x")].map((ask) => ask("GET", "/v1/sessions"))
    )
    for (const { status, body, headers } of answers)
      expect([status, body, headers.get("www-authenticate")]).toEqual([401, answers[0]?.body, "Bearer"])
  })

  it("is refused with a token in the address", async () => {
    const { addToken, url } = await openTestServer()
    const { secret } = await addToken({ name: "ci" })
    expect(await statusOf(url, `/v1/sessions?token=${secret}`, {})).toBe(400)
  })
})

describe("a request from elsewhere", () => {
  it.each([
    ["a foreign host", { host: "evil.test" }],
    ["a host that begins like ours", { host: "localhost.evil.test" }],
    ["another spelling of an address of this machine", { host: "0x7f.1" }],
    ["a foreign origin", { origin: "https://evil.test" }],
    ["an origin of another port", { origin: "http://127.0.0.1:1" }],
    ["an opaque origin", { origin: "null" }],
    ["a page of another site", { "sec-fetch-site": "cross-site" }]
  ])("is refused: %s", async (_, headers) => {
    const { addToken, url } = await openTestServer()
    const { secret } = await addToken({ name: "ci" })
    expect(await statusOf(url, "/v1/sessions", { authorization: `Bearer ${secret}`, ...headers })).toBe(403)
    expect(await statusOf(url, "/health", headers)).toBe(403)
  })

  it("is answered if it comes from the server's own origin, or from a configured one", async () => {
    const { url } = await openTestServer({ origins: new Set(["https://console.test"]) })
    expect(await statusOf(url, "/health", { origin: url })).toBe(200)
    expect(await statusOf(url, "/health", { origin: "https://console.test" })).toBe(200)
  })
})

it("takes each token's requests up to its limits, and tells when to try again", async () => {
  const { addToken } = await openTestServer({ limits: { open: 4, perSecond: 0.001, burst: 2 } })
  const { ask } = await addToken({ name: "busy" })
  const other = await addToken({ name: "other" })
  expect((await ask("GET", "/v1/sessions")).status).toBe(200)
  expect((await ask("GET", "/v1/sessions")).status).toBe(200)
  const refused = await ask("GET", "/v1/sessions")
  expect([refused.status, refused.body.type, refused.headers.get("retry-after")]).toEqual([
    429,
    "urn:toolgate:too-many",
    "1"
  ])
  expect((await other.ask("GET", "/v1/sessions")).status).toBe(200)
})

it("counts an accepted call as open until it has ended", async () => {
  const { addToken } = await openTestServer({ limits: { open: 2, perSecond: 1_000, burst: 1_000 } })
  const { ask } = await addToken({ name: "busy" })
  const calls = `/v1/sessions/${(await ask("POST", "/v1/sessions", {})).body.id}/calls`
  const accept = (id: string) => ask("POST", calls, { id, tool: "wait", args: {}, mode: "accept" })
  expect((await accept("1")).status).toBe(202)
  expect((await accept("2")).status).toBe(429)
  await ask("POST", `${calls}/1/cancel`, {})
  let status = 429
  while (status === 429) ({ status } = await accept("3"))
  expect(status).toBe(202)
})

it("gives each answer a different id", async () => {
  const { askWith } = await openTestServer()
  const ask = askWith(undefined)
  const ids = await Promise.all([1, 2].map(async () => (await ask("GET", "/health")).headers.get("x-request-id")))
  expect(new Set(ids).size).toBe(2)
})
