import { rmdirSync, unlinkSync } from "node:fs"
import { FileFailed } from "@toolgate/core"
import { changed } from "./changed.ts"
import { errno } from "./errno.ts"
import type { PathEnd } from "./PathEnd.ts"

/** Removes the name at a place: what it links to stays, and so does every other name of the same file. */
export const deleteEntry = (place: PathEnd, path: string): void => {
  if (place.found === undefined) throw new FileFailed("NotFound", path)
  if (place.entry === undefined) throw new FileFailed("NotPermitted", path, { message: standsOnIt })
  const isFolder = place.found.stats === undefined || place.found.stats.isDirectory()
  place.confirmFolder()
  try {
    if (isFolder) rmdirSync(place.entry)
    else unlinkSync(place.entry)
  } catch (error) {
    throw swapped.has(errno(error)) ? changed : error
  }
}

const standsOnIt = "The workspace itself is not deleted."

// A folder where a file was, or the other way round.
const swapped = new Set(["EISDIR", "ENOTDIR"])
