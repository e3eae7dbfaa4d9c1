import { mkdirSync } from "node:fs"
import { FileFailed } from "@toolgate/core"
import { changed } from "./changed.ts"
import { errno } from "./errno.ts"
import type { PathEnd } from "./PathEnd.ts"

/** Makes a folder with those above it, unless a folder stands there. What it made is gone again where it fails. */
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
    throw swapped.has(errno(error)) ? changed : error
  }
}

// Somebody put something there, or removed the folder above: the next walk will tell.
const swapped = new Set(["EEXIST", "ENOENT"])
