import { rmdirSync, unlinkSync } from "node:fs"
import { FileFailed } from "@toolgate/core"
import { changed } from "./changed.ts"
import { getErrno } from "./getErrno.ts"
import type { PathEnd } from "./PathEnd.ts"

/** Removes a directory entry. A link's target and other hard links remain. */
export const deleteEntry = (place: PathEnd, path: string): void => {
  if (place.found === undefined) throw new FileFailed("NotFound", path)
  if (place.entry === undefined) throw new FileFailed("NotPermitted", path, { message: workspaceStays })
  const isFolder = place.found.stats === undefined || place.found.stats.isDirectory()
  place.confirmFolder()
  try {
    if (isFolder) rmdirSync(place.entry)
    else unlinkSync(place.entry)
  } catch (error) {
    throw swapped.has(getErrno(error)) ? changed : error
  }
}

const workspaceStays = "The workspace itself cannot be deleted."

// The errors when a folder has replaced a file, or a file a folder.
const swapped = new Set(["EISDIR", "ENOTDIR"])
