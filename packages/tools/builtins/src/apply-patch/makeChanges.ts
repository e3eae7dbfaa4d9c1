import { FileFailed, type Files } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { type FileChange, makeChange } from "./FileChange.ts"

/**
 * Applies all changes or none: after a failure, earlier changes are reverted, and the error reports whether that worked. Cancellation does
 * not interrupt it. Returns the file sizes in order.
 */
export const makeChanges = (
  changes: ReadonlyArray<FileChange>,
  files: Files
): Effect.Effect<ReadonlyArray<number>, FileFailed> =>
  Effect.uninterruptible(
    Effect.gen(function* () {
      const made: Array<FileChange> = []
      const sizes = new Map<FileChange, number>()
      // Overwritten files keep their permissions when reverted. Deleted files do not, so deletions come last.
      const inOrder = [...changes].sort((a, b) => Number(a.after === undefined) - Number(b.after === undefined))
      for (const change of inOrder) {
        const size = yield* Effect.catch(makeChange(files, change), (failed) =>
          Effect.flatMap(takeBack(made, files), (kept) => failedAt(change, failed, made, kept))
        )
        made.push(change)
        sizes.set(change, size)
      }
      return changes.map((change) => sizes.get(change) ?? 0)
    })
  )

/** Reverts changes in reverse order. Returns those that could not be reverted. */
const takeBack = (made: ReadonlyArray<FileChange>, files: Files) =>
  Effect.filter([...made].reverse(), ({ path, before, after }) =>
    Effect.match(makeChange(files, { path, before: after, after: before }), {
      onSuccess: () => false,
      onFailure: () => true
    })
  )

const failedAt = (
  { name, path }: FileChange,
  failed: FileFailed,
  made: ReadonlyArray<FileChange>,
  kept: ReadonlyArray<FileChange>
) => {
  const message = `${name}: ${failed.message} ${made.length === 0 ? "Nothing was changed." : sentences(made, kept)}`
  const more = { message, cause: failed, ...(made.length === 0 ? { executed: "no" as const } : {}) }
  return new FileFailed(failed.reason, path, more)
}

const sentences = (made: ReadonlyArray<FileChange>, kept: ReadonlyArray<FileChange>) => {
  const back = made.filter((change) => !kept.includes(change))
  return [
    ...(kept.length === 0 ? [] : [`Earlier changes that could not be undone: ${namesOf(kept)}. Read the files.`]),
    ...(back.length === 0 ? [] : [`Earlier changes that were undone: ${namesOf(back)}.`]),
    ...(kept.length === 0 ? ["All files are as they were."] : []),
    ...(back.some(({ before }) => before === undefined) ? ["Folders that were created for new files may remain."] : [])
  ].join(" ")
}

const namesOf = (changes: ReadonlyArray<FileChange>) => changes.map(({ name }) => name).join(", ")
