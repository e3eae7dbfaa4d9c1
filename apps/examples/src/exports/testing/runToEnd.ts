import assert from "node:assert/strict"
import { EchoSandbox, makeExecutionGrant, makePermissionRequest, makeRegisteredTool, runToEnd } from "@toolgate/testing"
import * as Effect from "effect/Effect"

const sandbox = await Effect.runPromise(EchoSandbox.make("wasm"))
const because = { layer: "app", rule: "any", source: "app" }
const permit = { request: makePermissionRequest({ args: { n: 1 } }), grant: makeExecutionGrant(), because, waitedMs: 0 }
const run = await Effect.runPromise(sandbox.prepare(permit, makeRegisteredTool()))
const { output } = await runToEnd(run)
assert.match(JSON.stringify(output.value), /"n":1/)
