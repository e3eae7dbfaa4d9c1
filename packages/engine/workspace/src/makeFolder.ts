import { mkdirSync } from "node:fs"
import { FileFailed } from "@toolgate/core"
import { changed } from "./changed.ts"
import { getErrno } from "./getErrno.ts"
import type { PathEnd } from "./PathEnd.ts"

/** Makes a folder and its missing parents. If that fails, the new folders are removed again. */
export const makeFolder = (place: PathEnd, path: string): void => {
  const { found } = place
  if (found !== undefined) {
    if (found.stats?.isDirectory() === false) throw new FileFailed("NotADirectory", path)
    place.confirm()
    return
  }
  const target = place.makeFolders()
  if (target === undefined) throw new FileFailed("NotADirectory", path)
  try {
    place.confirmFolder()
    mkdirSync(target.entry)
  } catch (error) {
    target.undo()
    throw swapped.has(getErrno(error)) ? changed : error
  }
}

// Another process created an entry or removed the parent. The next attempt finds out which.
const swapped = new Set(["EEXIST", "ENOENT"])
