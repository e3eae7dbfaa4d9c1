import { FileFailed, type Files, type ToolError, ToolValidationError } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { applyDiff } from "./applyDiff.ts"
import { type Content, contentOf, type FileChange } from "./FileChange.ts"
import { nameOf, type PatchOperation } from "./PatchOperation.ts"
import { DiffFault, parseNewFile } from "./parseDiff.ts"

/**
 * Returns one change per file for all operations, without applying any. Each operation sees the result of earlier ones. `fileOf` returns
 * the same key for all paths of a file.
 */
export const planChanges = Effect.fnUntraced(function* (
  operations: ReadonlyArray<PatchOperation>,
  files: Files,
  fileOf: (index: number) => string
) {
  const planned = new Map<string, FileChange>()
  let bytes = 0
  for (const [index, operation] of operations.entries()) {
    const { path } = operation
    const file = fileOf(index)
    const earlier = planned.get(file)
    const change = Effect.gen(function* () {
      // One of two names may be a link, and deleting a link does not delete its target.
      if (earlier !== undefined && earlier.path !== path) return yield* invalid(otherName)
      const before = earlier === undefined ? yield* contentOf(files, path) : earlier.before
      bytes += earlier === undefined ? (before?.length ?? 0) : 0
      if (bytes > mostBytes) return yield* new ToolValidationError({ message: tooMuch })
      const after = yield* contentAfter(operation, earlier === undefined ? before : earlier.after)
      return { path, before, after, name: nameOf(index, operation) }
    })
    planned.set(file, yield* Effect.mapError(change, (failed) => inOperation(index, operation, failed)))
  }
  return [...planned.values()].map(asText).filter(({ before, after }) => before !== after)
})

const contentAfter = Effect.fnUntraced(function* ({ type, diff, path }: PatchOperation, now: Content) {
  if (type === "create_file") {
    if (now !== undefined) return yield* invalid("The file exists. Use update_file to change it.")
    if (diff === undefined) return yield* invalid(noDiff)
    return yield* written(parseNewFile(diff))
  }
  if (now === undefined) return yield* new FileFailed("NotFound", path)
  if (type === "delete_file") return undefined
  if (diff === undefined) return yield* invalid(noDiff)
  const applying = applyDiff(textOf(now) ?? (yield* new FileFailed("NotText", path)), diff)
  let step = applying.next()
  for (let hunk = 1; step.done !== true; hunk++, step = applying.next()) if (hunk % 16 === 0) yield* Effect.yieldNow
  return yield* written(step.value)
})

const written = (text: string | DiffFault) => {
  if (text instanceof DiffFault) return invalid(text.message)
  return text.isWellFormed()
    ? Effect.succeed(text)
    : invalid("The text to write contains half a character (a lone surrogate).")
}

const textOf = (content: string | Uint8Array): string | undefined => {
  if (typeof content === "string") return content
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content)
  } catch {
    return undefined
  }
}

// Only text can be replaced in one step.
const asText = (change: FileChange): FileChange =>
  change.before === undefined || typeof change.after !== "string"
    ? change
    : { ...change, before: textOf(change.before) ?? change.before }

const inOperation = (index: number, operation: PatchOperation, failed: ToolError) => {
  const message = `${nameOf(index, operation)}: ${failed.message} Nothing was changed.`
  return failed instanceof FileFailed
    ? new FileFailed(failed.reason, failed.path, { message, cause: failed, executed: "no" })
    : new ToolValidationError({ message, cause: failed, executed: "no" })
}

const invalid = (message: string) => new ToolValidationError({ message })

const otherName = "An operation before it names the same file by another path. Use one path for it."

const noDiff = 'The argument "diff" is missing.'

/** Most bytes of all files together. The old contents stay in memory, to be restored if a write fails. */
const mostBytes = 64 * 1024 * 1024

const tooMuch = `The files of one patch may have ${mostBytes} bytes together. Make several patches.`
