import { nearestFirst, quoted, ToolValidationError } from "@toolgate/core"
import type { ArchiveEntry } from "./ArchiveEntry.ts"

/** Returns the places of the entries that a name means: of the file, or of all that lies in the directory. Refuses a name of nothing. */
export const findEntries = (entries: ReadonlyArray<ArchiveEntry>, name: string): ReadonlyArray<number> => {
  const wanted = plain(name)
  const found = entries.flatMap((entry, index) => {
    const own = plain(entry.name)
    return own === wanted || own.startsWith(`${wanted}/`) ? [index] : []
  })
  if (found.length > 0) return found
  const near = nearestFirst(wanted, [...new Set(entries.map((entry) => plain(entry.name)))]).slice(0, 3)
  const others = near.length === 0 ? "It is empty." : `Near it are: ${near.map((one) => quoted(one, 128)).join(", ")}.`
  throw new ToolValidationError({ message: `The archive has no entry ${quoted(name, 128)}. ${others}` })
}

/** A name without what does not tell it from others: a "./" before it, and a slash after it. */
const plain = (name: string) => name.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "")
