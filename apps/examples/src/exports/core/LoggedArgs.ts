import assert from "node:assert/strict"
import { LoggedArgs } from "@toolgate/core"
import * as Effect from "effect/Effect"

// A logger of one's own asks which arguments may hold secrets.
const line = Effect.map(LoggedArgs, (args) => args.length)
const args = [{ password: "hunter2" }]
assert.equal(await Effect.runPromise(Effect.provideService(line, LoggedArgs, args)), 1)
