import { exportSPKI, SignJWT, UnsecuredJWT } from "jose"
import { beforeAll, describe, expect, it } from "vitest"
import { openTestServer } from "../openTestServer.ts"
import { claimsOf, makeSigner, optionsFor, startIssuer } from "./openIssuer.ts"

let signer: Awaited<ReturnType<typeof makeSigner>>
let other: Awaited<ReturnType<typeof makeSigner>>

beforeAll(async () => {
  signer = await makeSigner("k1")
  other = await makeSigner("k1")
})

const open = () => openTestServer({ oidc: optionsFor({ keys: [signer.jwk] }) })

describe("a JWT of the issuer", () => {
  it("lets a person do what the grant of their claim says", async () => {
    const { askWith } = await open()
    const ask = askWith(await signer.sign(claimsOf()))
    expect((await ask("GET", "/v1/approvals")).status).toBe(200)
    expect((await ask("POST", "/v1/sessions", {})).status).toBe(403)
    expect((await ask("POST", "/v1/policy/reload")).status).toBe(403)
  })

  it("opens sessions that belong to the person, also with their next JWT, and to nobody else", async () => {
    const { askWith } = await open()
    const askFor = async (claims: object) => askWith(await signer.sign(claimsOf({ groups: "builders", ...claims })))
    const first = await askFor({})
    const { body } = await first("POST", "/v1/sessions", {})
    expect(body).toMatchObject({ token: "ada@example.com", agent: "person", role: "coder" })
    const path = `/v1/sessions/${body.id}`
    const later = await askFor({ iat: 1, email: "ada@example.org" })
    expect((await later("GET", path)).status).toBe(200)
    const bob = await askFor({ sub: "u-2" })
    expect((await bob("GET", path)).status).toBe(404)
  })

  it("decides in the name of the person", async () => {
    const { askWith, addToken } = await open()
    const agent = await addToken({ name: "agent" })
    const { body } = await agent.ask("POST", "/v1/sessions", {})
    const call = { tool: "note", args: { text: "x" }, mode: "defer" }
    const asked = await agent.ask("POST", `/v1/sessions/${body.id}/calls`, call)
    const ask = askWith(await signer.sign(claimsOf()))
    const path = `/v1/approvals/${asked.body.pending.approvalId}/decision`
    expect((await ask("POST", path, { decision: "allow" })).status).toBe(200)
    expect((await ask("POST", path, { decision: "deny" })).body).toMatchObject({ status: 409, by: "ada@example.com" })
  })

  it("stands beside the tokens of the store", async () => {
    const { addToken } = await open()
    const { ask } = await addToken({ name: "ci" })
    expect((await ask("GET", "/v1/sessions")).status).toBe(200)
  })
})

describe("a JWT is refused", () => {
  const now = Math.floor(Date.now() / 1_000)
  it.each<[string, () => Promise<string> | string]>([
    ["with an expiry in the past", () => signer.sign(claimsOf({ exp: now - 60 }))],
    ["that expired within the tolerance of clocks", () => signer.sign(claimsOf({ exp: now - 1 }))],
    ["without an expiry", () => signer.sign(claimsOf({ exp: undefined }))],
    ["that is not valid yet", () => signer.sign(claimsOf({ nbf: now + 3_600 }))],
    ["for another audience", () => signer.sign(claimsOf({ aud: ["other"] }))],
    ["without an audience", () => signer.sign(claimsOf({ aud: undefined }))],
    ["of another issuer", () => signer.sign(claimsOf({ iss: "https://login.example.com/" }))],
    ["without a subject", () => signer.sign(claimsOf({ sub: undefined }))],
    ["with a subject that breaks lines", () => signer.sign(claimsOf({ sub: "u\nroot" }))],
    ["without a name", () => signer.sign(claimsOf({ email: 7 }))],
    ["of a person without a grant", () => signer.sign(claimsOf({ groups: ["interns"] }))],
    ["whose claim is no text", () => signer.sign(claimsOf({ groups: { "on-call": true } }))],
    ["that is a logout token", () => signer.sign(claimsOf(), { typ: "logout+jwt" })],
    ["that is bound to a key", () => signer.sign(claimsOf({ cnf: { jkt: "x" } }))],
    ["of a foreign key with the same id", () => other.sign(claimsOf())],
    ["of an unknown key", () => signer.sign(claimsOf(), { kid: "k2" })],
    ["that brings its own key", () => other.sign(claimsOf(), { jwk: other.jwk, kid: undefined })],
    ["without a signature", () => new UnsecuredJWT(claimsOf()).encode()],
    [
      "signed with the public key as a secret",
      async () => {
        const secret = new TextEncoder().encode(await exportSPKI(signer.publicKey))
        return new SignJWT(claimsOf()).setProtectedHeader({ alg: "HS256", kid: "k1" }).sign(secret)
      }
    ],
    [
      "whose claims were changed",
      async () => {
        const [head, , signature] = (await signer.sign(claimsOf())).split(".")
        const claims = Buffer.from(JSON.stringify(claimsOf({ groups: "builders" }))).toString("base64url")
        return [head, claims, signature].join(".")
      }
    ],
    ["that is longer than tokens are", () => signer.sign(claimsOf({ x: "x".repeat(8_192) }))],
    ["that is no JWT", () => "eyJhbGciOiJFUzI1NiJ9..x"]
  ])("%s", async (_, make) => {
    const { askWith } = await open()
    expect((await askWith(await make())("GET", "/v1/approvals")).status).toBe(401)
  })

  it("without settings for an issuer", async () => {
    const { askWith } = await openTestServer()
    expect((await askWith(await signer.sign(claimsOf()))("GET", "/v1/approvals")).status).toBe(401)
  })
})

it("ends a stream at the expiry of its JWT", async () => {
  const { url, askWith } = await openTestServer({
    oidc: optionsFor({ keys: [signer.jwk] }),
    streams: { beatMs: 50 }
  })
  // Tokens expire on whole seconds.
  const secret = await signer.sign(claimsOf({ exp: Math.floor(Date.now() / 1_000) + 2 }))
  const stream = await fetch(`${url}/v1/events`, { headers: { authorization: `Bearer ${secret}` } })
  expect(stream.status).toBe(200)
  expect(await stream.text()).toContain(": connected")
  expect((await askWith(secret)("GET", "/v1/approvals")).status).toBe(401)
})

it("lets nobody in while the issuer cannot be reached, and serves stored tokens", async () => {
  const issuer = await startIssuer([signer.jwk])
  issuer.answer = (response) => void response.writeHead(500).end()
  const { askWith, addToken } = await openTestServer({ oidc: optionsFor(issuer.url) })
  const ask = askWith(await signer.sign(claimsOf()))
  const answers = await Promise.all([1, 2, 3].map(() => ask("GET", "/v1/approvals")))
  expect(answers.map(({ status, body }) => [status, body.type])).toEqual(
    [1, 2, 3].map(() => [503, "urn:toolgate:unavailable"])
  )
  const { ask: stored } = await addToken({ name: "ci" })
  expect((await stored("GET", "/v1/sessions")).status).toBe(200)
  expect(issuer.asked).toBe(1)
})
