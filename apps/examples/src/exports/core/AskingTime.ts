import assert from "node:assert/strict"
import { AskingTime } from "@toolgate/core"
import * as Effect from "effect/Effect"

// A policy wraps its question, and the gate measures the wait.
let questions = 0
const question = Effect.flatMap(AskingTime, (count) => count(Effect.succeed("approved")))
const gate = Effect.provideService(question, AskingTime, (answer) => {
  questions++
  return answer
})
assert.equal(await Effect.runPromise(gate), "approved")
assert.equal(questions, 1)
