import { rmSync } from "node:fs"
import * as Effect from "effect/Effect"
import { diffPieces } from "../policy/reviewText.ts"
import { replaceText } from "../replaceText.ts"
import { Screen } from "../Screen.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { type ShownChange, safeDiff } from "./safeDiff.ts"

/** A change of a file. `before` is `undefined` if there is no file, and `after` if the file is removed. */
export interface FileChange extends Omit<ShownChange, "after"> {
  readonly after: string | undefined
}

/** Shows changes of files to a person, without the secrets in them. */
export const showChanges = Effect.fnUntraced(function* (
  changes: ReadonlyArray<FileChange>,
  secrets: ReadonlyArray<string>
) {
  const shown = changes.map(({ after = "", ...change }) => ({ ...change, after }))
  yield* (yield* Screen).painted(diffPieces(safeDiff(shown, secrets)))
})

/** Makes changes of files, all of them or none. If one cannot be made, the command ends with the reason. */
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
  // Only its owner reads a new file: it says what runs with the owner's rights, and may hold secrets against all advice.
  if (after !== undefined) return replaceText(path, before, after, 0o600)
  rmSync(path, { force: true })
  return undefined
}
