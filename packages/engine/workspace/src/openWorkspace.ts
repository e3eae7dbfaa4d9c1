import { accessSync, constants, realpathSync, statSync } from "node:fs"
import { resolve } from "node:path"
import type { ResolvedPath } from "@toolgate/core"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { findReason } from "./getErrno.ts"

/**
 * The error for a folder that cannot be a workspace. The message is for the person who configured the folder.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { createToolgate } from "toolgate"
 * import { WorkspaceInvalid } from "toolgate/effect"
 *
 * const options = { workspace: "no-such-folder", policy: "default", tools: [] } as const
 * const cause = await createToolgate(options).catch((error: unknown) => error)
 * assert(cause instanceof WorkspaceInvalid)
 * assert.deepEqual([cause.path, cause.reason], ["no-such-folder", "Missing"])
 * ```
 */
export class WorkspaceInvalid extends Data.TaggedError("WorkspaceInvalid")<{
  readonly reason: keyof typeof sentences
  readonly path: string
  readonly message: string
  readonly cause?: unknown
}> {}

const sentences = {
  Missing: "does not exist; name a folder that does",
  NotADirectory: "is not a folder; name one",
  NotPermitted: "may not be entered; give this user permission to, or name another folder",
  BadName: "is not a name that this program can use; it may not be empty and must be UTF-8 without a NUL byte",
  Unreadable: "cannot be read; name another folder"
} as const

/**
 * Returns the canonical path of a workspace given by a user, for example with `--workspace`. Fails with
 * `WorkspaceInvalid` if the path is not a folder that this process may enter.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { realpathSync } from "node:fs"
 * import * as Effect from "effect/Effect"
 * import { openWorkspace } from "toolgate/effect"
 *
 * // All links in the path are followed.
 * assert.equal(await Effect.runPromise(openWorkspace(".")), realpathSync("."))
 * const { reason } = await Effect.runPromise(Effect.flip(openWorkspace("README.md")))
 * assert.equal(reason, "NotADirectory")
 * ```
 */
export const openWorkspace = (path: string): Effect.Effect<ResolvedPath, WorkspaceInvalid> =>
  Effect.suspend(() => {
    // An empty path is refused, because it would mean the current folder of this process.
    if (path === "") return invalid("BadName", path)
    try {
      const bytes = realpathSync.native(resolve(path), "buffer")
      const real = bytes.toString()
      if (!Buffer.from(real).equals(bytes)) return invalid("BadName", path)
      if (!statSync(real).isDirectory()) return invalid("NotADirectory", path)
      accessSync(real, constants.X_OK)
      return Effect.succeed(real as ResolvedPath)
    } catch (error) {
      return invalid(causes.get(findReason(error)) ?? "Unreadable", path, error)
    }
  })

const causes: ReadonlyMap<string, keyof typeof sentences> = new Map([
  ["NotFound", "Missing"],
  ["NotADirectory", "NotADirectory"],
  ["NotPermitted", "NotPermitted"],
  ["BadName", "BadName"]
])

const invalid = (reason: keyof typeof sentences, path: string, cause?: unknown) =>
  Effect.fail(new WorkspaceInvalid({ reason, path, message: `The workspace "${path}" ${sentences[reason]}.`, cause }))
