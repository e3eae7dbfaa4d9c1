import assert from "node:assert/strict"
import { EchoSandbox, executionGrant, permissionRequest, ranOf, registeredTool, runHandles } from "@toolgate/testing"
import * as Effect from "effect/Effect"

const sandbox = await Effect.runPromise(EchoSandbox.make("wasm"))
const because = { layer: "app", rule: "any", source: "app" }
const permit = { request: permissionRequest(), grant: executionGrant(), because, waitedMs: 0 }
const run = await Effect.runPromise(sandbox.prepare(permit, registeredTool()))
// The test collects the output of the run.
const printed: Array<string> = []
const { error } = await ranOf(run, runHandles({ emit: (_stream, text) => void printed.push(text) }))
assert.deepEqual([error, printed], [undefined, []])
