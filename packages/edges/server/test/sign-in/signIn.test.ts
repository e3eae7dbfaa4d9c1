import { revokeToken } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { openTestServer } from "../openTestServer.ts"

/** Opens a server with the token of a person. */
const open = async (further: Parameters<typeof openTestServer>[0] = {}) => {
  const server = await openTestServer({ signIn: true, ...further })
  const ada = await server.addToken({ name: "ada", rights: ["decide", "read"] })
  const codeOf = () => server.makeSignInAddress?.().split("#")[1] ?? ""
  const ask = server.askWith(undefined)
  const enter = (code: string, headers?: Record<string, string>) => ask("POST", "/v1/sign-in", { code }, headers)
  /** Signs a browser in, and returns the client that its page is. */
  const signIn = async () => server.askWith((await enter(codeOf())).body.token)
  const revoke = () =>
    Effect.runPromise(
      server.store.tokens.revoke(revokeToken(ada.token, { by: "ada", at: Date.now() }, server.store.key))
    )
  return { ...server, ask, codeOf, enter, signIn, revoke }
}

it("signs one browser in with the address that was made", async () => {
  const { url, ask, enter, askWith, makeSignInAddress } = await open()
  const address = new URL(makeSignInAddress?.() ?? "")
  expect(`${address.origin}${address.pathname}`).toBe(`${url}/sign-in`)
  const page = await ask("GET", "/sign-in")
  expect(page.status).toBe(200)
  expect(page.headers.get("content-security-policy")).toMatch(
    /default-src 'none'; style-src 'sha256-\S+'; script-src 'sha256-\S+'; connect-src 'self'; form-action 'self'; /
  )
  const { status, headers, body } = await enter(address.hash.slice(1))
  expect([status, headers.get("set-cookie")]).toEqual([200, null])
  expect(body).toEqual({
    name: "ada",
    rights: ["decide", "read"],
    token: expect.stringMatching(/^tg_[\w-]{43}$/),
    expiresAt: expect.any(Number)
  })
  const browser = askWith(body.token)
  expect((await browser("GET", "/v1/token")).body).toEqual({
    name: "ada",
    rights: ["decide", "read"],
    expiresAt: body.expiresAt
  })
  expect((await browser("GET", "/v1/approvals")).status).toBe(200)
  // The rights are those of the token.
  expect((await browser("POST", "/v1/policy/reload")).status).toBe(403)
})

it.each<[string, Parameters<typeof openTestServer>[0], RegExp]>([
  ["a proxy's", { publicUrl: "https://gate.test/tools" }, /^https:\/\/gate\.test\/tools\/sign-in#/],
  ["a configured name's", { hosts: new Set(["gate.test:8443"]) }, /^http:\/\/gate\.test:8443\/sign-in#/],
  [
    "this machine's, if it listens for all",
    { listen: { host: "0.0.0.0", port: 0 } },
    /^http:\/\/127\.0\.0\.1:\d+\/sign-in#/
  ]
])("makes the address %s", async (_, options, expected) => {
  const { makeSignInAddress } = await openTestServer({ signIn: true, ...options })
  expect(makeSignInAddress?.()).toMatch(expected)
})

it("lets one of many browsers with the same code in", async () => {
  const { codeOf, enter } = await open()
  const code = codeOf()
  const answers = await Promise.all(Array.from({ length: 10 }, () => enter(code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
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
  expect((await enter(codeOf())).status).toBe(200)
})

it("keeps the code for later if no token of a person is valid", async () => {
  const { revoke, codeOf, enter, addToken } = await open()
  await addToken({ name: "agent" })
  await revoke()
  const code = codeOf()
  const refused = await enter(code)
  expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining("toolgate token add NAME")])
  await addToken({ name: "bob", rights: ["administer"] })
  expect((await enter(code)).body.name).toBe("bob")
})

it.each<[string, Record<string, string>]>([
  ["another site", { origin: "https://evil.test", "sec-fetch-site": "cross-site" }],
  ["another port of this host", { origin: "http://127.0.0.1:1", "sec-fetch-site": "same-site" }],
  ["a sandboxed frame", { origin: "null", "sec-fetch-site": "cross-site" }]
])("takes no code from a page of %s", async (_, headers) => {
  const { codeOf, enter } = await open()
  const code = codeOf()
  expect((await enter(code, headers)).status).toBe(403)
  expect((await enter(code)).status).toBe(200)
})

it("refuses a form and other bodies, which keep the code good", async () => {
  const { ask, codeOf, enter } = await open()
  const code = codeOf()
  const form = { "content-type": "application/x-www-form-urlencoded" }
  expect((await ask("POST", "/v1/sign-in", `code=${code}`, form)).status).toBe(415)
  for (const body of [{}, { code: 1 }, { code, further: 1 }, [], "{", `{"code":"","code":"${code}"}`])
    expect((await ask("POST", "/v1/sign-in", body)).status).toBe(400)
  expect((await enter(code)).status).toBe(200)
})

it("ends with its token, by signing out, and its streams with it", async () => {
  const { url, enter, codeOf, askWith, revoke } = await open()
  const secrets = [(await enter(codeOf())).body.token, (await enter(codeOf())).body.token]
  const [first, second] = secrets.map((secret) => askWith(secret))
  const streams = await Promise.all(
    secrets.map((secret) => fetch(`${url}/v1/events`, { headers: { authorization: `Bearer ${secret}` } }))
  )
  expect(streams.map(({ status }) => status)).toEqual([200, 200])
  expect((await first?.("POST", "/v1/sign-out"))?.status).toBe(204)
  await streams[0]?.text()
  expect((await first?.("GET", "/v1/token"))?.status).toBe(401)
  expect((await second?.("GET", "/v1/token"))?.status).toBe(200)
  await revoke()
  await streams[1]?.text()
  expect((await second?.("GET", "/v1/token"))?.status).toBe(401)
})

it("shows any token what it may do, and signs only browsers out", async () => {
  const { addToken } = await open()
  const { ask } = await addToken({ name: "agent" })
  expect((await ask("GET", "/v1/token")).body).toMatchObject({ name: "agent", rights: ["call"] })
  const refused = await ask("POST", "/v1/sign-out")
  expect([refused.status, refused.body.detail]).toEqual([404, expect.stringContaining("toolgate token revoke")])
  expect((await ask("GET", "/v1/token")).status).toBe(200)
})

it("takes no session of another server", async () => {
  const { enter, codeOf } = await open()
  const { token } = (await enter(codeOf())).body
  const other = await open()
  expect((await other.askWith(token)("GET", "/v1/token")).status).toBe(401)
})

it("has no sign-in unless it is asked for", async () => {
  const { askWith } = await openTestServer()
  const ask = askWith(undefined)
  expect((await ask("GET", "/sign-in")).status).toBe(404)
  expect((await ask("POST", "/v1/sign-in", { code: "a" })).status).toBe(404)
})
