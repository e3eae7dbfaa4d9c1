import assert from "node:assert/strict"
import { AskingTime } from "@toolgate/core"
import * as Effect from "effect/Effect"

// A policy of one's own asks a person, and the wait does not count as the gate's time.
const answer = Effect.succeed("approved")
const asked = Effect.flatMap(AskingTime, (count) => count(answer))
assert.equal(await Effect.runPromise(asked), "approved")
