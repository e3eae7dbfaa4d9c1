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
  if (unheld !== undefined) return `its limit "${unheld}" has to be a number above 0, or unlimited`
  if ([...words, ...Object.entries(environment).flat()].some((text) => text.includes("\0")))
    return "its arguments and variables hold a NUL character, which no program can receive"
  if (!isFolder(workingFolder)) return "the folder that it works in does not exist; make it, or name another"
  if (confinement === "none") return missing(words[0], environment.PATH, workingFolder)
  if (!bubblewrap.isTried) await bubblewrap.tried(confinement.trialWords)
  const refusal = bubblewrap.refusal("waive its confinement")
  return refusal && `it ${refusal}`
}

const missing = (word: string, path: string | undefined, workingFolder: string): string | undefined => {
  if (word.includes("/"))
    return isProgram(resolve(workingFolder, word)) ? undefined : "there is no file at that path that may be executed"
  const isFound = path?.split(":").some((folder) => isProgram(resolve(workingFolder, folder, word)))
  return isFound ? undefined : "it is in no folder of its PATH; install it, or give its path"
}

const isProgram = (path: string): boolean =>
  tryOrUndefined(() => {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  }) ?? false
