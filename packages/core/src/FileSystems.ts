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

/** Creates `Files` for an access. Opening does nothing until the first operation. */
export class FileSystems extends Context.Service<
  FileSystems,
  {
    readonly containment: Containment
    readonly open: (access: Access["files"], workspace: ResolvedPath) => Files
  }
>()("@toolgate/core/FileSystems") {}
