import type { FileEntry, Files } from "@toolgate/core"
import * as Effect from "effect/Effect"

/** The entries of a folder, or of all folders beneath it. An entry's name is its path from the folder. */
export interface Walked {
  readonly entries: ReadonlyArray<FileEntry>
  /** The number of folders beneath that could not be entered: the call may not read them, or they changed meanwhile. */
  readonly notEntered: number
  /** Whether the walk ended before it had seen everything. */
  readonly ended: boolean
}

/** The most entries that a walk looks at: as many as one folder may have. */
export const mostLooked = 100_000

/**
 * Returns what a folder holds, each folder before what is in it, and names in the order of code points. A walk that is `recursive` enters
 * every folder that the call may read, and no link.
 */
export const walkFolder = Effect.fnUntraced(function* (files: Files, path: string, recursive: boolean) {
  const entries: Array<FileEntry> = []
  const todo = (yield* files.list(path)).toReversed()
  let notEntered = 0
  let ended = false
  for (let entry = todo.pop(); entry !== undefined; entry = todo.pop()) {
    entries.push(entry)
    if (!recursive || entry.kind !== "directory") continue
    const { name: folder } = entry
    const inside = yield* Effect.orElseSucceed(files.list(`${path}/${folder}`), () => undefined)
    if (inside === undefined) notEntered += 1
    else if (entries.length + todo.length + inside.length > mostLooked) ended = true
    else for (const one of inside.toReversed()) todo.push({ ...one, name: `${folder}/${one.name}` })
    // Between two folders, other calls have their turn, and a cancelled call ends.
    if (entries.length % 16 === 0) yield* Effect.yieldNow
  }
  const walked: Walked = { entries, notEntered, ended }
  return walked
})
