import assert from "node:assert/strict"
import { Sandboxes } from "@toolgate/core"
import { MapToolRegistry } from "@toolgate/registry"
import { EchoSandbox, makeExecutionGrant, makePermissionRequest, makeRegisteredTool } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const because = { layer: "app", rule: "any", source: "app" }
const permit = {
  request: makePermissionRequest(),
  grant: makeExecutionGrant({ sandbox: "microvm" }),
  because,
  waitedMs: 0
}
const prepare = Effect.flatMap(Sandboxes, (sandboxes) => sandboxes.prepare(permit, makeRegisteredTool()))
const layer = Sandboxes.layer([EchoSandbox.make("wasm")]).pipe(Layer.provide(MapToolRegistry.layer([])))
// The call does not fall back to another sandbox.
const cause = await Effect.runPromise(Effect.flip(Effect.provide(prepare, layer)))
assert.equal(cause._tag === "Refused" && cause.why, "SandboxUnavailable")
