import assert from "node:assert/strict"
import { refuse } from "@toolgate/core"
import * as Effect from "effect/Effect"

const stop = refuse("HookStopped", "Nothing is deployed on a Friday.")
const { why, class: errorClass } = await Effect.runPromise(Effect.flip(stop))
assert.deepEqual([why, errorClass], ["HookStopped", "permission_denied"])
