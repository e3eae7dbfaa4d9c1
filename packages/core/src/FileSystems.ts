import * as Context from "effect/Context"
import type { Access } from "./ExecutionGrant.ts"
import type { Files } from "./Files.ts"
import type { ResolvedPath } from "./Resource.ts"

/**
 * The way in which a path is held while it is used. `descriptor`: every step of the path is pinned, so that swapping a part of it
 * has no effect. `checked`: the path is looked at again after it was opened, which notices most swaps and prevents none.
 */
export type Containment = "descriptor" | "checked"

/** The service that makes `Files` of an access. Opening costs nothing until the first operation. */
export class FileSystems extends Context.Service<
  FileSystems,
  {
    readonly containment: Containment
    readonly open: (access: Access["files"], workspace: ResolvedPath) => Files
  }
>()("@toolgate/core/FileSystems") {}
