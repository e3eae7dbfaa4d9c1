import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import { PinoLogger } from "toolgate/effect"

// Collects the lines. Any pino logger fits.
const lines: Array<string> = []
const log = (fields: object, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`)
const logger = { trace: log, debug: log, info: log, warn: log, error: log, fatal: log }

const start = Effect.logInfo("Connected.").pipe(Effect.annotateLogs({ password: "hunter2", port: 5432 }))
await Effect.runPromise(Effect.provide(start, PinoLogger.layer(logger)))
assert.equal(lines.length, 1)
assert(!lines[0]?.includes("hunter2"))
