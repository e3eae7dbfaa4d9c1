import assert from "node:assert/strict"
import {
  EchoSandbox,
  makeExecutionGrant,
  makePermissionRequest,
  makeRegisteredTool,
  runHandles,
  runToEnd
} from "@toolgate/testing"
import * as Effect from "effect/Effect"

const sandbox = await Effect.runPromise(EchoSandbox.make("wasm"))
const because = { layer: "app", rule: "any", source: "app" }
const permit = { request: makePermissionRequest(), grant: makeExecutionGrant(), because, waitedMs: 0 }
const run = await Effect.runPromise(sandbox.prepare(permit, makeRegisteredTool()))
// The test collects the output of the run.
const printed: Array<string> = []
const { error } = await runToEnd(run, runHandles({ emit: (_stream, text) => void printed.push(text) }))
assert.deepEqual([error, printed], [undefined, []])
