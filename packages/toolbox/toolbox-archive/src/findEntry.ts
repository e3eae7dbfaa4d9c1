import { quoted, sortByDistance, ToolValidationError } from "@toolgate/core"
import { splitPath } from "@toolgate/toolbox-base"
import type { ArchiveEntry } from "./ArchiveEntry.ts"

/**
 * Returns the indexes of the named entries: a file, or all entries below a directory. Refuses unknown names. Takes time
 * linear in the lengths of all names.
 */
export const findEntries = (
  entries: ReadonlyArray<ArchiveEntry>,
  names: ReadonlyArray<string>
): ReadonlySet<number> => {
  const root: Wanted = { below: new Map() }
  const missing = new Set<Wanted>()
  for (const name of names) {
    let at = root
    for (const step of splitPath(name)) at = at.below.get(step) ?? added(at, step)
    at.name ??= name
    missing.add(at)
  }
  const found = new Set<number>()
  for (const [index, entry] of entries.entries())
    for (const at of onTheWay(root, splitPath(entry.name)))
      if (at.name !== undefined) {
        found.add(index)
        missing.delete(at)
      }
  for (const { name = "" } of missing) throw notThere(entries, name)
  return found
}

/** Returns the index of a file. Of several with the name, the last one counts, as when tar extracts. */
export const findFile = (entries: ReadonlyArray<ArchiveEntry>, name: string): number => {
  const wanted = plain(name)
  const found = entries.findLastIndex((entry) => entry.kind === "file" && plain(entry.name) === wanted)
  if (found >= 0) return found
  // Throws its own message for an unknown name.
  findEntries(entries, [name])
  throw new ToolValidationError({
    message: `The entry ${quoted(name, 128)} is not a file; name a file as archive_open lists it.`
  })
}

/** A step of the wanted names. `name`: the full name, if one ends here. */
interface Wanted {
  name?: string
  readonly below: Map<string, Wanted>
}

const added = (above: Wanted, step: string): Wanted => {
  const below: Wanted = { below: new Map() }
  above.below.set(step, below)
  return below
}

function* onTheWay(root: Wanted, steps: ReadonlyArray<string>): Generator<Wanted> {
  yield root
  let at: Wanted | undefined = root
  for (const step of steps) {
    at = at.below.get(step)
    if (at === undefined) return
    yield at
  }
}

const notThere = (entries: ReadonlyArray<ArchiveEntry>, name: string) => {
  const near = sortByDistance(plain(name), [...new Set(entries.map((entry) => plain(entry.name)))]).slice(0, 3)
  const others = near.length === 0 ? "It is empty." : `Near it are: ${near.map((one) => quoted(one, 128)).join(", ")}.`
  return new ToolValidationError({ message: `The archive has no entry ${quoted(name, 128)}. ${others}` })
}

/** Normalizes a name, such as without a slash at the end. */
const plain = (name: string): string => splitPath(name).join("/")
