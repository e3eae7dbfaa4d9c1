import assert from "node:assert/strict"
import { LoggedArgs, logOfCall } from "@toolgate/core"
import { makePermissionRequest } from "@toolgate/testing"
import * as Effect from "effect/Effect"

const { args, callId, context } = makePermissionRequest({ args: { password: "hunter2" } })
// A logger reads the arguments whose secrets it has to remove.
const seen: Array<unknown> = []
const line = Effect.map(LoggedArgs, (logged) => void seen.push(...logged))
await Effect.runPromise(logOfCall(line, [args], callId, context))
assert.deepEqual(seen, [{ password: "hunter2" }])
