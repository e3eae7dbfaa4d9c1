import { TokenStore } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { checkToken, explainTokenState, MemoryTokenStore, makeToken, revokeToken } from "../../src/index.ts"

const key = new SecretKey(new Uint8Array(32).fill(7))
const ada = { by: "ada", at: 1000 }
const using = <A, E>(use: (store: TokenStore["Service"]) => Effect.Effect<A, E>) =>
  Effect.runPromise(Effect.provide(Effect.flatMap(TokenStore, use), MemoryTokenStore.layer))

it("a new token has the least rights, and does not contain its secret", () => {
  const { secret, token } = makeToken({ name: "ci", role: undefined }, ada, key)
  expect(secret).toMatch(/^tg_[\w-]{43}$/)
  expect(token).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    name: "ci",
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    agent: "ci",
    attributes: {},
    workspaces: [],
    rights: ["call"],
    createdAt: 1000,
    createdBy: "ada",
    mac: expect.any(String)
  })
  expect(JSON.stringify(token)).not.toContain(secret.slice(3))
  expect(makeToken({ name: "ci" }, ada, key).secret).not.toBe(secret)
})

it("a secret is valid until its token expires or is revoked", () =>
  using((store) =>
    Effect.gen(function* () {
      const { secret, token } = makeToken({ name: "ci", expiresAt: 2000 }, ada, key)
      yield* store.add(token)
      const check = (at: number, by = key) =>
        Effect.map(checkToken(secret, store, { key: by, at }), ({ state }) => state)
      expect([yield* check(1999), yield* check(2000)]).toEqual(["valid", "expired"])
      expect(yield* check(1999, new SecretKey(new Uint8Array(32).fill(8)))).toBe("invalid")
      yield* store.revoke(revokeToken(token, { by: "bob", at: 1500 }, key))
      expect([yield* check(1999), yield* check(2000)]).toEqual(["revoked", "revoked"])
    })
  ))

it.each([
  ["", "malformed"],
  ["tg_", "malformed"],
  [`tg_${"a".repeat(42)}`, "malformed"],
  [`tg_${"a".repeat(44)}`, "malformed"],
  [`tg_${"a".repeat(42)}=`, "malformed"],
  [`Bearer tg_${"a".repeat(43)}`, "malformed"],
  [`tg_${"a".repeat(43)}\n`, "malformed"],
  [`tg_${"a".repeat(43)}`, "unknown"],
  ["x".repeat(1_000_000), "malformed"]
])("no token has another secret: %#", async (secret, state) => {
  const checked = await using((store) => checkToken(secret, store, { key, at: 1 }))
  expect(checked).toEqual({ state })
})

it("administrators read why a token was refused, without its secret", () => {
  const { secret, token } = makeToken({ name: "c\u001bi", expiresAt: 2000 }, ada, key)
  const revoked = { ...token, revokedAt: 1e300 }
  const texts = [
    explainTokenState({ state: "malformed" }),
    explainTokenState({ state: "unknown" }),
    explainTokenState({ state: "expired", token }),
    explainTokenState({ state: "revoked", token: revoked }),
    explainTokenState({ state: "invalid", token })
  ]
  expect(texts[2]).toBe(`The token "c\\u001bi" (${token.id}) expired at 1970-01-01T00:00:02.000Z.`)
  expect(texts[3]).toContain("an unknown time")
  expect(new Set(texts).size).toBe(5)
  expect(texts.join()).not.toContain(secret)
})
