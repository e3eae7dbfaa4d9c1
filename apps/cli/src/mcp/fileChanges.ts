import { rmSync } from "node:fs"
import * as Effect from "effect/Effect"
import { paintDiff } from "../policy/reviewText.ts"
import { replaceText } from "../replaceText.ts"
import { Screen } from "../Screen.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { formatSafeDiff, type ShownChange } from "./formatSafeDiff.ts"

/** A change to a file. `before` is `undefined` for a new file, `after` for a deleted one. */
export interface FileChange extends Omit<ShownChange, "after"> {
  readonly after: string | undefined
}

/** Shows changes of files to a person, without the secrets in them. */
export const showChanges = Effect.fnUntraced(function* (
  changes: ReadonlyArray<FileChange>,
  secrets: ReadonlyArray<string>
) {
  const shown = changes.map(({ after = "", ...change }) => ({ ...change, after }))
  yield* (yield* Screen).painted(paintDiff(formatSafeDiff(shown, secrets)))
})

/** Applies changes to files, all or none. Ends the command with the reason if one fails. */
export const makeChanges = Effect.fnUntraced(function* (changes: ReadonlyArray<FileChange>) {
  const fault = yield* Effect.promise(() => madeAll(changes))
  if (fault === undefined) return
  yield* (yield* Screen).notice(`toolgate: ${fault}\n`)
  return yield* new Unsuccessful({ exitStatus: 1 })
})

const madeAll = async (changes: ReadonlyArray<FileChange>): Promise<string | undefined> => {
  const made: Array<FileChange> = []
  for (const change of changes) {
    const fault = await make(change)
    if (fault !== undefined) {
      for (const { path, before, after } of made.toReversed()) await make({ path, before: after, after: before })
      return `${JSON.stringify(change.path)} ${fault}. Nothing was written.`
    }
    made.push(change)
  }
  return undefined
}

const make = async ({ path, before, after }: Omit<FileChange, "show">): Promise<string | undefined> => {
  if (before === after) return undefined
  // Only the owner may read a new file: it decides what runs with the owner's rights, and may contain secrets.
  if (after !== undefined) return replaceText(path, before, after, 0o600)
  rmSync(path, { force: true })
  return undefined
}
