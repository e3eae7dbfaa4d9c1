import assert from "node:assert/strict"
import { defaultConfig } from "@toolgate/policy"
import { DryRun, suggestChanges } from "@toolgate/policy-files"
import { MapToolRegistry, validator } from "@toolgate/registry"
import { openWorkspace, WorkspaceResources } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { builtins } from "toolgate"

const program = Effect.gen(function* () {
  const options = { configs: [defaultConfig], workspace: yield* openWorkspace("."), validator: yield* validator }
  const { check } = yield* DryRun.make(options)
  const answer = yield* check({ tool: "write_file", args: { path: "a.txt", content: "" } }, "request")
  return answer._tag === "Judged" ? suggestChanges(answer) : []
})
const ports = Layer.merge(MapToolRegistry.layer(builtins()), WorkspaceResources.layer)
const suggestions = await Effect.runPromise(Effect.provide(program, ports))
assert(suggestions.some(({ gives }) => gives === "allow"))
