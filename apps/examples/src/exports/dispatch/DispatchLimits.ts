import assert from "node:assert/strict"
import { DispatchLimits } from "@toolgate/dispatch"
import * as Effect from "effect/Effect"

const read = Effect.map(DispatchLimits, ({ callsPerSession }) => callsPerSession)
assert.equal(await Effect.runPromise(read), 4)
// Set other limits.
const limits = { callsPerSession: 1, callsInAll: 8 }
assert.equal(await Effect.runPromise(Effect.provideService(read, DispatchLimits, limits)), 1)
