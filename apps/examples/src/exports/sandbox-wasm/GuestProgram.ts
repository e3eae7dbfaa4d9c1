import assert from "node:assert/strict"
import { GuestProgram } from "@toolgate/sandbox-wasm"
import * as Effect from "effect/Effect"

const entry = Effect.map(GuestProgram, (program) => program.entry)
assert.match(await Effect.runPromise(entry), /guest[/\\]main\.\w+$/)
// A bundle ships the program beside itself.
const beside = { entry: "/app/guest/main.mjs", reads: ["/app/guest"] }
assert.equal(await Effect.runPromise(Effect.provideService(entry, GuestProgram, beside)), "/app/guest/main.mjs")
