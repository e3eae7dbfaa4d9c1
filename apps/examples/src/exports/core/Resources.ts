import assert from "node:assert/strict"
import { Resources } from "@toolgate/core"
import { makePermissionRequest, makeToolDefinition } from "@toolgate/testing"
import { WorkspaceResources } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import { openWorkspace } from "toolgate/effect"

const tool = makeToolDefinition({ resources: [{ kind: "file", arg: "/path", mode: "r", within: "workspace" }] })
const program = Effect.gen(function* () {
  const workspace = yield* openWorkspace(".")
  const { context } = makePermissionRequest({ context: { workspace } })
  const { resolve } = yield* Resources
  const [file] = yield* resolve(tool, { path: "README.md" }, context)
  const { why } = yield* Effect.flip(resolve(tool, { path: "../../../../../../etc/passwd" }, context))
  return [file?.kind, why]
})
assert.deepEqual(await Effect.runPromise(Effect.provide(program, WorkspaceResources.layer)), ["file", "FileDenied"])
