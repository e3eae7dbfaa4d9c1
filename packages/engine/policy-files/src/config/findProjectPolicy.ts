import { lstatSync, realpathSync, statSync } from "node:fs"
import { join } from "node:path"
import { explainFileError } from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import { makePolicyInvalid, type PolicyInvalid } from "@toolgate/policy"
import * as Effect from "effect/Effect"

/**
 * Finds the `toolgate.yaml` in the folder in which calls work, which narrows the policy of `files`. `undefined`: the
 * file does not exist, or is one of `files`, compared by device and inode. Fails if the file is a link that is broken
 * or leads out of the folder.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { findProjectPolicy } from "@toolgate/policy-files"
 * import { putFile } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "project-"))
 * const find = findProjectPolicy(folder.path, [])
 * assert.equal(await Effect.runPromise(find), undefined)
 * putFile(join(folder.path, "toolgate.yaml"), "version: 1\n")
 * assert.equal(await Effect.runPromise(find), join(folder.path, "toolgate.yaml"))
 * ```
 */
export const findProjectPolicy = (
  folder: string,
  files: ReadonlyArray<string>
): Effect.Effect<string | undefined, PolicyInvalid> =>
  Effect.suspend(() => {
    const path = join(folder, "toolgate.yaml")
    const unusable = (message: string) => Effect.fail(makePolicyInvalid([{ source: path, message }]))
    try {
      const entry = lstatSync(path, { throwIfNoEntry: false })
      if (entry === undefined || files.some((file) => isSame(file, path))) return Effect.undefined
      if (!entry.isSymbolicLink()) return Effect.succeed(path)
      const [inside, end] = [realpathSync(folder), realpathSync(path)]
      return end !== inside && isBeneath(end, inside)
        ? Effect.succeed(path)
        : unusable("it is a link that leads out of the folder")
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException
      // If the path is not a folder, opening it fails later with a better message.
      if (code === "ENOTDIR") return Effect.undefined
      if (code === "ENOENT") return unusable("it is a broken link")
      if (code === "ELOOP") return unusable("it is a link that leads to itself")
      return unusable(explainFileError(cause, "read"))
    }
  })

const isSame = (one: string, other: string): boolean => {
  try {
    const [a, b] = [statSync(one, { bigint: true }), statSync(other, { bigint: true })]
    return a.dev === b.dev && a.ino === b.ino
  } catch {
    // A missing file or a broken link is reported when the file is read.
    return false
  }
}
