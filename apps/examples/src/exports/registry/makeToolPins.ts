import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { PinStore } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { MemoryPinStore, makeToolPins } from "@toolgate/registry"
import { makeToolDefinition } from "@toolgate/testing"
import * as Effect from "effect/Effect"

const key = new SecretKey(randomBytes(32))
const search = makeToolDefinition({ name: "search" })
const program = Effect.gen(function* () {
  const { approve, find, revoke } = makeToolPins(yield* PinStore, key)
  yield* approve(search, { by: "alice", at: 0 })
  const { state } = yield* find(search)
  yield* revoke((tool) => tool === "search", { by: "bob", at: 1 })
  return [state, (yield* find(search)).state]
})
assert.deepEqual(await Effect.runPromise(Effect.provide(program, MemoryPinStore.layer)), ["approved", "revoked"])
