import assert from "node:assert/strict"
import { refuse, unlimited } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createToolgate, defineTool } from "toolgate"
import { RuntimePolicy } from "toolgate/effect"

const because = { layer: "app", rule: "only echo", source: "policy.ts" }
const access = { files: [], hosts: [], env: [] }
const grant = { sandbox: "host", confinement: "required", limits: unlimited(), access } as const
const policy = Layer.succeed(RuntimePolicy, {
  checkPermission: (request) =>
    request.tool.name === "echo"
      ? Effect.succeed({ request, grant, because, waitedMs: 0 })
      : refuse("PolicyDenied", "Only echo runs here.")
})
const tools = ["echo", "deploy"].map((name) =>
  defineTool({ name, description: name, parameters: { type: "object" }, sideEffects: "NONE", execute: () => name })
)
await using gate = await createToolgate({ workspace: ".", policy, tools })
assert.equal((await gate.dispatch({ id: "1", tool: "echo", args: {} })).success, true)
assert.equal((await gate.dispatch({ id: "2", tool: "deploy", args: {} })).executed, "no")
