import assert from "node:assert/strict"
import { DryRun, parsePolicy, runTests } from "@toolgate/policy-files"
import { MapToolRegistry, validator } from "@toolgate/registry"
import { openWorkspace, WorkspaceResources } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { builtins } from "toolgate"

const text = "version: 1\ntests: [{ call: { tool: list_dir, args: {} }, expect: deny }]"
const config = Effect.runSync(parsePolicy(text, "toolgate.yaml"))
const program = Effect.gen(function* () {
  const options = { configs: [config], workspace: yield* openWorkspace("."), validator: yield* validator }
  return yield* runTests(yield* DryRun.make(options), config.tests)
})
const ports = Layer.merge(MapToolRegistry.layer(builtins()), WorkspaceResources.layer)
const [result] = await Effect.runPromise(Effect.provide(program, ports))
assert.deepEqual([result?.passed, result?.got], [false, "allow"])
