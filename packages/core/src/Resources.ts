import * as Context from "effect/Context"
import type { DispatchContext } from "./DispatchContext.ts"
import type { Args } from "./json/Json.ts"
import type { Gated } from "./Refused.ts"
import type { Resource } from "./Resource.ts"
import type { ToolDefinition } from "./Tool.ts"

/**
 * Resolves the resources of a call, once. Rules, approvals, audit and explanations all use this result. Before the
 * verdict, only this service looks at the outside world. A path that leaves its root is refused here, under every policy.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { Resources } from "@toolgate/core"
 * import { makePermissionRequest, makeToolDefinition } from "@toolgate/testing"
 * import { WorkspaceResources } from "@toolgate/workspace"
 * import * as Effect from "effect/Effect"
 * import { openWorkspace } from "toolgate/effect"
 *
 * const tool = makeToolDefinition({ resources: [{ kind: "file", arg: "/path", mode: "r", within: "workspace" }] })
 * const program = Effect.gen(function* () {
 *   const workspace = yield* openWorkspace(".")
 *   const { context } = makePermissionRequest({ context: { workspace } })
 *   const { resolve } = yield* Resources
 *   const [file] = yield* resolve(tool, { path: "README.md" }, context)
 *   const { why } = yield* Effect.flip(resolve(tool, { path: "../../../../../../etc/passwd" }, context))
 *   return [file?.kind, why]
 * })
 * assert.deepEqual(await Effect.runPromise(Effect.provide(program, WorkspaceResources.layer)), ["file", "FileDenied"])
 * ```
 */
export class Resources extends Context.Service<
  Resources,
  {
    readonly resolve: (tool: ToolDefinition, args: Args, context: DispatchContext) => Gated<ReadonlyArray<Resource>>
  }
>()("@toolgate/core/Resources") {}
