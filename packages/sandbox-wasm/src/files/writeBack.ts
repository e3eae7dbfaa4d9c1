import { dirname, relative } from "node:path"
import { isBeneath } from "@toolgate/access"
import { type Files, type Refused, refused } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { quoted } from "../endings.ts"
import type { SentEntry } from "../frames/ParentFrame.ts"
import type { GuestChange } from "../guest/GuestWorld.ts"
import { ChangeWriter } from "./ChangeWriter.ts"

/** What became of a guest's changes. */
export interface WrittenBack {
  /** What is different now, as paths from the workspace on. */
  readonly modified: ReadonlyArray<string>
  readonly error: Refused | undefined
}

/** How long other calls wait for this one, in milliseconds. */
const turnMs = 5

/**
 * Makes a guest's changes real, through the call's `Files`. What they refuse is not done and is named in the error; what else
 * was written is written all the same, because a guest that has ended cannot be asked. But then nothing is deleted any more:
 * what a guest moved to a place that is refused would be lost.
 *
 * `given`: what the guest found.
 */
export const writeBack = (
  tool: string,
  files: Files,
  changes: ReadonlyArray<GuestChange>,
  given: ReadonlyArray<SentEntry>,
  workspace: string
): Effect.Effect<WrittenBack> =>
  Effect.gen(function* () {
    const writer = new ChangeWriter(files, given)
    const made: Array<GuestChange> = []
    const denied: Array<Denial> = []
    let turnEnds = performance.now() + turnMs
    for (const change of changes) {
      if (performance.now() > turnEnds) {
        yield* Effect.yieldNow
        turnEnds = performance.now() + turnMs
      }
      const reason = change.kind === "deleted" && denied.length > 0 ? kept : yield* writer.write(change)
      if (reason === undefined) made.push(change)
      else denied.push({ path: shown(change.path, workspace), reason })
    }
    const filled = parentsOf(made)
    // A folder is told by what is in it, if anything is.
    const told = made.filter(({ kind, path }) => kind !== "directory" || !filled.has(path))
    const modified = told.map(({ path }) => shown(path, workspace))
    return { modified, error: denied.length === 0 ? undefined : notWritten(tool, denied) }
  })

const kept = "It was kept, since not everything could be written."

interface Denial {
  readonly path: string
  readonly reason: string
}

/** The folders above what was made. */
const parentsOf = (made: ReadonlyArray<GuestChange>): ReadonlySet<string> => {
  const parents = new Set<string>()
  for (const { path } of made)
    for (let above = dirname(path); !parents.has(above); above = dirname(above)) parents.add(above)
  return parents
}

const shown = (path: string, workspace: string) =>
  isBeneath(path, workspace) && path !== workspace ? relative(workspace, path) : path

const notWritten = (tool: string, denied: ReadonlyArray<Denial>): Refused => {
  const named = denied.slice(0, mostNamed).map(({ path, reason }) => `"${quoted(path)}" (${reason})`)
  const more = denied.length > mostNamed ? `, and ${denied.length - mostNamed} more` : ""
  return refused(
    "FileDenied",
    `Tool "${tool}" changed what it may not, which was not written: ${named.join(", ")}${more}.`,
    {
      paths: denied.slice(0, 100).map(({ path }) => path)
    }
  )
}

const mostNamed = 5
