import type { ServerResponse } from "node:http"
import { errors, jwtVerify } from "jose"
import { beforeAll, expect, it } from "vitest"
import { KeysUnavailable, openKeySet, usualKeySetLimits } from "../../src/access/persons/openKeySet.ts"
import { claimsOf, makeSigner, startIssuer } from "./openIssuer.ts"

let one: Awaited<ReturnType<typeof makeSigner>>
let two: Awaited<ReturnType<typeof makeSigner>>

beforeAll(async () => {
  one = await makeSigner("one")
  two = await makeSigner("two", "RS256")
})

const limits = { ...usualKeySetLimits, retryMs: 0 }

it("fetches the keys once for many tokens", async () => {
  const issuer = await startIssuer([one.jwk])
  const find = openKeySet(issuer.url)
  const tokens = await Promise.all([1, 2, 3].map((jti) => one.sign(claimsOf({ jti: `${jti}` }))))
  await Promise.all(tokens.map((token) => jwtVerify(token, find)))
  await jwtVerify(tokens[0] ?? "", find)
  expect(issuer.asked).toBe(1)
})

it("fetches again for an unknown key, and not twice within the pause", async () => {
  const issuer = await startIssuer([one.jwk])
  const find = openKeySet(issuer.url, { ...limits, pauseMs: 0 })
  await jwtVerify(await one.sign(claimsOf()), find)
  issuer.answer = (response) => void response.end(JSON.stringify({ keys: [one.jwk, two.jwk] }))
  await jwtVerify(await two.sign(claimsOf()), find)
  expect(issuer.asked).toBe(2)

  const paused = openKeySet(issuer.url, limits)
  for (const kid of ["a", "b", "c"])
    await expect(jwtVerify(await one.sign(claimsOf(), { kid }), paused)).rejects.toThrow(errors.JWKSNoMatchingKey)
  expect(issuer.asked).toBe(3)
})

it("no longer accepts a key that the issuer has withdrawn", async () => {
  const issuer = await startIssuer([one.jwk, two.jwk])
  const find = openKeySet(issuer.url, { ...limits, freshMs: 0 })
  const token = await two.sign(claimsOf())
  await jwtVerify(token, find)
  issuer.answer = (response) => void response.end(JSON.stringify({ keys: [one.jwk] }))
  await expect(jwtVerify(token, find)).rejects.toThrow(errors.JWKSNoMatchingKey)
})

it.each<[string, (response: ServerResponse) => void]>([
  ["redirects", (response) => void response.writeHead(302, { location: "/keys" }).end()],
  ["never answers", () => {}],
  ["never ends its answer", (response) => void response.write('{"keys":[')],
  ["answers with too much", (response) => void response.end(`{"keys":[]}${" ".repeat(300_000)}`)],
  ["answers with something else", (response) => void response.end("[]")],
  ["answers with no JSON", (response) => void response.end("<html>")]
])("fails if the issuer %s", async (_, answer) => {
  const issuer = await startIssuer([one.jwk])
  issuer.answer = answer
  const find = openKeySet(issuer.url, { ...limits, timeoutMs: 200 })
  const token = await one.sign(claimsOf())
  await expect(jwtVerify(token, find)).rejects.toThrow(KeysUnavailable)
  expect(issuer.asked).toBe(1)
  // It recovers.
  issuer.answer = (response) => void response.end(JSON.stringify({ keys: [one.jwk] }))
  const patient = openKeySet(issuer.url, limits)
  expect((await jwtVerify(token, patient)).payload.sub).toBe("u-1")
})

it("never asks by http beyond this machine", async () => {
  const find = openKeySet(new URL("http://192.0.2.1/keys"), limits)
  await expect(jwtVerify(await one.sign(claimsOf()), find)).rejects.toMatchObject({
    cause: { message: "Keys of another machine are fetched by https only." }
  })
})

it("refuses keys that are secret", async () => {
  for (const key of [
    { kty: "EC", d: "x" },
    { kty: "oct", k: "x" }
  ])
    expect(() => openKeySet({ keys: [key] })).toThrow("secret key")
  expect(() => openKeySet({ keys: [] })).toThrow("no JWKS")
})
