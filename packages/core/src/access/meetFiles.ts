import type { FileAccess } from "../ExecutionGrant.ts"
import type { FileMode } from "../Resource.ts"
import { coversPath } from "./getGrantedMode.ts"

/**
 * Returns the files that both lists allow. If one tree contains another, the inner tree remains, with the common mode and
 * the exceptions of both.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import type { ResolvedPath } from "@toolgate/core"
 * import { meetFiles } from "@toolgate/core/access"
 *
 * const work = { path: "/app" as ResolvedPath, mode: "rw", scope: "tree" } as const
 * const notes = { path: "/app/notes" as ResolvedPath, mode: "r", scope: "tree" } as const
 * const [met] = meetFiles([work], [notes])
 * assert.deepEqual([met?.path, met?.mode], ["/app/notes", "r"])
 * ```
 */
export const meetFiles = (
  first: ReadonlyArray<FileAccess>,
  second: ReadonlyArray<FileAccess>
): ReadonlyArray<FileAccess> => first.flatMap((a) => second.flatMap((b) => meetFile(a, b)))

const meetFile = (a: FileAccess, b: FileAccess): ReadonlyArray<FileAccess> => {
  const inner = holds(b, a) ? a : holds(a, b) ? b : undefined
  const mode = meetModes(a.mode, b.mode)
  if (inner === undefined || mode === undefined) return []
  const except = [...(a.except ?? []), ...(b.except ?? [])]
  return [{ path: inner.path, mode, scope: inner.scope, ...(except.length === 0 ? {} : { except }) }]
}

const holds = (outer: FileAccess, inner: FileAccess): boolean =>
  (outer.scope === "tree" || inner.scope === "exact") && coversPath(outer, inner.path)

/**
 * Returns the mode that both modes share, or `undefined`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { meetModes } from "@toolgate/core/access"
 *
 * assert.deepEqual([meetModes("rw", "r"), meetModes("r", "w")], ["r", undefined])
 * ```
 */
export const meetModes = (a: FileMode, b: FileMode): FileMode | undefined =>
  a === "rw" ? b : b === "rw" || a === b ? a : undefined
