import assert from "node:assert/strict"
import { TokenStore } from "@toolgate/core"
import { MemoryTokenStore } from "@toolgate/stores"
import * as Effect from "effect/Effect"

const granted = { name: "ci", agent: "ci", attributes: {}, workspaces: [], rights: ["call"] } as const
const token = { id: "7f0e", sha256: "d1", ...granted, createdAt: 0, createdBy: "ada", mac: "m1" }
const program = Effect.gen(function* () {
  const { add, find, revoke } = yield* TokenStore
  yield* add(token)
  yield* revoke({ ...token, revokedAt: 1, mac: "m2" })
  return yield* find("d1")
})
assert.equal((await Effect.runPromise(Effect.provide(program, MemoryTokenStore.layer)))?.revokedAt, 1)
