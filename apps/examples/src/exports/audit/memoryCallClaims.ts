import assert from "node:assert/strict"
import { memoryCallClaims } from "@toolgate/audit"
import * as Effect from "effect/Effect"

const { take, settle } = memoryCallClaims()
const key = { digest: "of the key", args: "of the arguments", claim: "random bits" }
assert.equal(await Effect.runPromise(take({ key })), undefined)
await Effect.runPromise(settle({ key }, { executed: "yes", key: "a sealed answer" }))
const again = await Effect.runPromise(take({ key: { ...key, claim: "other bits" } }))
assert.deepEqual(again, { key: "done", outcome: "a sealed answer" })
