import assert from "node:assert/strict"
import { defaultConfig } from "@toolgate/policy"
import { DryRun } from "@toolgate/policy-files"
import { MapToolRegistry, validator } from "@toolgate/registry"
import { openWorkspace, WorkspaceResources } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { builtins } from "toolgate"

const program = Effect.gen(function* () {
  const options = { configs: [defaultConfig], workspace: yield* openWorkspace("."), validator: yield* validator }
  const { check } = yield* DryRun.make(options)
  return yield* check({ tool: "read_file", args: { path: ".env" } }, "request")
})
const ports = Layer.merge(MapToolRegistry.layer(builtins()), WorkspaceResources.layer)
const answer = await Effect.runPromise(Effect.provide(program, ports))
assert.equal(answer._tag === "Judged" && answer.verdict.decision, "ask")
