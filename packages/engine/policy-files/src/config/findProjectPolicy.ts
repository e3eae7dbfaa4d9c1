import { lstatSync, realpathSync, statSync } from "node:fs"
import { join } from "node:path"
import { explainFileError } from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import { type PolicyInvalid, policyInvalid } from "@toolgate/policy"
import * as Effect from "effect/Effect"

/**
 * Returns the path of the `toolgate.yaml` in the folder in which calls work, which narrows a policy of `files`. `undefined`: there is no
 * such file, or it is one of `files`, compared by device and inode. Fails if it is a link that leads out of the folder, or nowhere.
 */
export const findProjectPolicy = (
  folder: string,
  files: ReadonlyArray<string>
): Effect.Effect<string | undefined, PolicyInvalid> =>
  Effect.suspend(() => {
    const path = join(folder, "toolgate.yaml")
    const unusable = (message: string) => Effect.fail(policyInvalid([{ source: path, message }]))
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
      // If the path is not a folder, opening the folder reports that.
      if (code === "ENOTDIR") return Effect.undefined
      if (code === "ENOENT") return unusable("it is a link that leads nowhere")
      if (code === "ELOOP") return unusable("it is a link that leads to itself")
      return unusable(explainFileError(cause, "read"))
    }
  })

const isSame = (one: string, other: string): boolean => {
  try {
    const [a, b] = [statSync(one, { bigint: true }), statSync(other, { bigint: true })]
    return a.dev === b.dev && a.ino === b.ino
  } catch {
    // A file that is missing, or a link that leads nowhere, is reported when the file is read.
    return false
  }
}
