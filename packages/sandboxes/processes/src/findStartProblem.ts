import { accessSync, constants, statSync } from "node:fs"
import { resolve } from "node:path"
import type { Bubblewrap } from "./Bubblewrap.ts"
import { findInvalidLimit } from "./limits/findInvalidLimit.ts"
import type { ProcessSpec } from "./ProcessSpec.ts"
import { isFolder } from "./programFolders.ts"
import { tryOrUndefined } from "./tryOrUndefined.ts"

/**
 * Returns the reason why a program cannot be started, as the end of a sentence, or `undefined`. Only the sandbox itself
 * can tell whether a confined program exists.
 */
export const findStartProblem = async (
  bubblewrap: Bubblewrap,
  { words, environment, workingFolder, limits, confinement }: ProcessSpec
): Promise<string | undefined> => {
  const { wallMs } = limits
  const unheld = wallMs === "unlimited" || wallMs > 0 ? findInvalidLimit(limits) : "wallMs"
  if (unheld !== undefined) return `its limit "${unheld}" must be a number above 0, or "unlimited"`
  if ([...words, ...Object.entries(environment).flat()].some((text) => text.includes("\0")))
    return "its arguments or environment contain a NUL character"
  if (!isFolder(workingFolder)) return "its working folder does not exist; create it, or use another"
  if (confinement === "none") return missing(words[0], environment.PATH, workingFolder)
  if (!bubblewrap.isTried) await bubblewrap.tried(confinement.trialWords)
  const refusal = bubblewrap.refusal("run it unconfined")
  return refusal && `it ${refusal}`
}

const missing = (word: string, path: string | undefined, workingFolder: string): string | undefined => {
  if (word.includes("/"))
    return isProgram(resolve(workingFolder, word)) ? undefined : "there is no executable file at this path"
  const isFound = path?.split(":").some((folder) => isProgram(resolve(workingFolder, folder, word)))
  return isFound ? undefined : "it is not in its PATH; install it, or use its full path"
}

const isProgram = (path: string): boolean =>
  tryOrUndefined(() => {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  }) ?? false
