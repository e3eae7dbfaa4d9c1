import { dirname, relative } from "node:path"
import { type FileFailed, type Files, type Refused, refused } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { quoted } from "../endings.ts"
import type { GuestChange } from "../guest/GuestWorld.ts"
import { isBeneath } from "./openFolders.ts"

/** What became of a guest's changes. */
export interface WrittenBack {
  /** What is different now, as paths from the workspace on. */
  readonly modified: ReadonlyArray<string>
  readonly error: Refused | undefined
}

/**
 * Makes a guest's changes real, through the call's `Files`. What they refuse is not done and is named in the error; everything
 * else is done all the same, because a guest that has ended cannot be asked.
 */
export const writeBack = (
  tool: string,
  files: Files,
  changes: ReadonlyArray<GuestChange>,
  workspace: string
): Effect.Effect<WrittenBack> =>
  Effect.gen(function* () {
    const filled = parentsOf(changes)
    const modified: Array<string> = []
    const denied: Array<Denial> = []
    for (const change of changes) {
      // A folder comes with what is in it.
      if (change.kind === "directory" && filled.has(change.path)) continue
      const path = shown(change.path, workspace)
      const reason = yield* done(files, change)
      if (reason === undefined) modified.push(path)
      else denied.push({ path, reason })
    }
    return { modified, error: denied.length === 0 ? undefined : notWritten(tool, denied) }
  })

interface Denial {
  readonly path: string
  readonly reason: string
}

/** Why a change was not made, if it was not. */
const done = (files: Files, change: GuestChange): Effect.Effect<string | undefined> => {
  switch (change.kind) {
    case "file":
      return reasonOf(files.writeBytes(change.path, change.bytes))
    case "deleted":
      return reasonOf(files.delete(change.path))
    case "link":
      return Effect.succeed("Links are not made.")
    case "directory":
      return Effect.succeed("Empty folders are not made.")
  }
}

const reasonOf = (operation: Effect.Effect<unknown, FileFailed>): Effect.Effect<string | undefined> =>
  Effect.match(operation, { onFailure: ({ message }) => message, onSuccess: () => undefined })

const parentsOf = (changes: ReadonlyArray<GuestChange>): ReadonlySet<string> => {
  const parents = new Set<string>()
  for (const { kind, path } of changes) {
    if (kind !== "file") continue
    for (let above = dirname(path); !parents.has(above); above = dirname(above)) parents.add(above)
  }
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
