import assert from "node:assert/strict"
import { Resources } from "@toolgate/core"
import { makePermissionRequest, makeToolDefinition } from "@toolgate/testing"
import { openWorkspace, WorkspaceResources } from "@toolgate/workspace"
import * as Effect from "effect/Effect"

const tool = makeToolDefinition({ resources: [{ kind: "url", arg: "/url" }] })
const program = Effect.gen(function* () {
  const { context } = makePermissionRequest({ context: { workspace: yield* openWorkspace(".") } })
  const { resolve } = yield* Resources
  return yield* resolve(tool, { url: "https://EXAMPLE.com/a" }, context)
})
const resources = await Effect.runPromise(Effect.provide(program, WorkspaceResources.layer))
assert.deepEqual(resources, [{ kind: "host", host: "example.com", port: 443 }])
