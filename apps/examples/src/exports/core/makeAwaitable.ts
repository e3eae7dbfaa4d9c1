import assert from "node:assert/strict"
import { makeAwaitable } from "@toolgate/core"
import * as Effect from "effect/Effect"

const rate = makeAwaitable(Effect.succeed(1.08))
// Works in an async function and in an effect.
assert.equal(await rate, 1.08)
assert.equal(await Effect.runPromise(Effect.map(rate, (one) => one * 100)), 108)
