import type { FileEntry, Files } from "@toolgate/core"
import * as Effect from "effect/Effect"

/** The entries of a folder, optionally recursive. Names are paths relative to the folder. */
export interface Walked {
  readonly entries: ReadonlyArray<FileEntry>
  /** Number of subfolders that could not be entered, because they are forbidden or changed. */
  readonly notEntered: number
  /** Whether the walk ended early. */
  readonly ended: boolean
}

/** Most entries that a walk visits. */
export const mostLooked = 100_000

/**
 * Lists a folder in code point order, folders before their contents. A `recursive` walk enters every permitted folder and follows no links.
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
    // Yields between folders, so that other calls can run and a cancelled call ends.
    if (entries.length % 16 === 0) yield* Effect.yieldNow
  }
  const walked: Walked = { entries, notEntered, ended }
  return walked
})
