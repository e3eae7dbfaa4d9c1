import assert from "node:assert/strict"
import { logOfCall } from "@toolgate/core"
import { makePermissionRequest } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as References from "effect/References"

const { callId, context } = makePermissionRequest({ id: "7" })
const seen: Array<unknown> = []
const line = Effect.map(References.CurrentLogAnnotations, ({ callId }) => void seen.push(callId))
await Effect.runPromise(logOfCall(line, [], callId, context))
assert.deepEqual(seen, ["7"])
