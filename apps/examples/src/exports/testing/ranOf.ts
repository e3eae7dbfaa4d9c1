import assert from "node:assert/strict"
import { EchoSandbox, executionGrant, permissionRequest, ranOf, registeredTool } from "@toolgate/testing"
import * as Effect from "effect/Effect"

const sandbox = await Effect.runPromise(EchoSandbox.make("wasm"))
const because = { layer: "app", rule: "any", source: "app" }
const permit = { request: permissionRequest({ args: { n: 1 } }), grant: executionGrant(), because, waitedMs: 0 }
const run = await Effect.runPromise(sandbox.prepare(permit, registeredTool()))
const { output } = await ranOf(run)
assert.match(JSON.stringify(output.value), /"n":1/)
