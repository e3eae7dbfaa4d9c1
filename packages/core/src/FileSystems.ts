import * as Context from "effect/Context"
import type { Access } from "./ExecutionGrant.ts"
import type { Files } from "./Files.ts"
import type { ResolvedPath } from "./Resource.ts"

/**
 * The protection of a path against changes while it is used. `descriptor`: every step of the path is opened by descriptor,
 * so swapping a part has no effect. `checked`: the path is checked again after opening, which detects most swaps but
 * prevents none.
 */
export type Containment = "descriptor" | "checked"

/**
 * Creates `Files` for an access. Opening does nothing until the first operation.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { FileSystems, type ResolvedPath } from "@toolgate/core"
 * import { NodeFileSystems } from "@toolgate/workspace"
 * import * as Effect from "effect/Effect"
 * import { openWorkspace } from "toolgate/effect"
 *
 * const program = Effect.gen(function* () {
 *   const workspace = yield* openWorkspace(".")
 *   const { open } = yield* FileSystems
 *   const files = open([{ path: `${workspace}/README.md` as ResolvedPath, mode: "r", scope: "exact" }], workspace)
 *   const read = yield* files.read("README.md")
 *   const { reason } = yield* Effect.flip(files.read("package.json"))
 *   return [read.length > 0, reason]
 * })
 * // Only the granted file can be read.
 * assert.deepEqual(await Effect.runPromise(Effect.provide(program, NodeFileSystems.layer)), [true, "Denied"])
 * ```
 */
export class FileSystems extends Context.Service<
  FileSystems,
  {
    readonly containment: Containment
    readonly open: (access: Access["files"], workspace: ResolvedPath) => Files
  }
>()("@toolgate/core/FileSystems") {}
