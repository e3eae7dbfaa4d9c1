import { dirname, relative } from "node:path"
import { isBeneath } from "@toolgate/access"
import { type Files, type Refused, refused } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { ChangeWriter } from "./ChangeWriter.ts"
import type { CopiedEntry } from "./CopiedFiles.ts"
import type { FileChange } from "./FileChange.ts"

/** What a guest changed, and where that is written. */
export interface WritingBack {
  /** The name of the tool whose call it was, for what is refused. */
  readonly tool: string
  /** The call's. */
  readonly files: Files
  /** Parents before what they hold, deletions last and what a folder held before the folder. */
  readonly changes: ReadonlyArray<FileChange>
  /** What the guest found. */
  readonly given: ReadonlyArray<CopiedEntry>
  readonly workspace: string
}

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
 */
export const writeBack = ({ tool, files, changes, given, workspace }: WritingBack): Effect.Effect<WrittenBack> =>
  Effect.gen(function* () {
    const writer = new ChangeWriter(files, given)
    const made: Array<FileChange> = []
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
const parentsOf = (made: ReadonlyArray<FileChange>): ReadonlySet<string> => {
  const parents = new Set<string>()
  for (const { path } of made)
    for (let above = dirname(path); !parents.has(above); above = dirname(above)) parents.add(above)
  return parents
}

const shown = (path: string, workspace: string) =>
  isBeneath(path, workspace) && path !== workspace ? relative(workspace, path) : path

const notWritten = (tool: string, denied: ReadonlyArray<Denial>): Refused => {
  const named = denied.slice(0, mostNamed).map(({ path, reason }) => `"${onOneLine(path)}" (${reason})`)
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

/** A guest chooses its names: cut to a length, and without what would break the line or turn its direction. */
const onOneLine = (path: string): string => {
  const cut = path.length > longest ? `${path.slice(0, longest)}…` : path
  return cut.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
}

const longest = 1_000
