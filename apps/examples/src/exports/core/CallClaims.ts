import assert from "node:assert/strict"
import { memoryCallClaims } from "@toolgate/audit"
import { CallClaims } from "@toolgate/core"
import * as Effect from "effect/Effect"

const key = { digest: "of the key", args: "of the arguments", claim: "random bits" }
const program = Effect.gen(function* () {
  const { take, settle } = yield* CallClaims
  const first = yield* take({ key })
  const second = yield* take({ key: { ...key, claim: "other bits" } })
  yield* settle({ key }, { executed: "yes" })
  return [first, second]
})
const claims = Effect.provideService(program, CallClaims, memoryCallClaims())
assert.deepEqual(await Effect.runPromise(claims), [undefined, { key: "held" }])
