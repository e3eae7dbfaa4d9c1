import { FileFailed, type Files } from "@toolgate/core"
import * as Effect from "effect/Effect"

/** A file's content: text, or bytes if the text is not needed. `undefined` if there is no file. */
export type Content = string | Uint8Array | undefined

/** A change to one file: its content before and after. */
export interface FileChange {
  readonly path: string
  readonly before: Content
  readonly after: Content
  /** Name of the change in messages, such as "Operation 2 (update_file)". */
  readonly name: string
}

/** Applies a change if the file is unchanged since it was read; otherwise fails with "KeptChanging". Returns the new size. */
export const makeChange = (files: Files, { path, before, after }: Omit<FileChange, "name">) =>
  Effect.gen(function* () {
    if (typeof after === "string" && !after.isWellFormed()) return yield* halved(path)
    // `patch` compares the old text and writes the new one in one step.
    if (typeof before === "string" && before !== "" && typeof after === "string") {
      const patched = files.patch(path, before, after)
      return (yield* Effect.mapError(patched, (failed) => (matchless.has(failed.reason) ? changed(path) : failed))).size
    }
    if (before === undefined && after !== undefined) {
      const created = files.create(path, typeof after === "string" ? Buffer.from(after) : after)
      return (yield* Effect.mapError(created, (failed) => (failed.reason === "Exists" ? changed(path) : failed))).size
    }
    if (!isSame(yield* contentOf(files, path), before)) return yield* changed(path)
    if (after === undefined) {
      yield* files.delete(path)
      return 0
    }
    return (yield* typeof after === "string" ? files.write(path, after) : files.writeBytes(path, after)).size
  })

/** Returns a file's bytes, or `undefined` if the path is free. Fails if it is not a file. */
export const contentOf = (files: Files, path: string) =>
  Effect.catchIf(
    files.readBytes(path),
    ({ reason }) => reason === "NotFound",
    () => Effect.succeed(undefined)
  )

const isSame = (now: Uint8Array | undefined, before: Content) =>
  now === undefined || before === undefined ? now === before : Buffer.from(before as string).equals(now)

const matchless = new Set(["NoMatch", "ManyMatches", "NotText", "NotFound"])

const halved = (path: string) =>
  new FileFailed("NotText", path, { message: "The text to write contains half a character (a lone surrogate)." })

const changed = (path: string) =>
  new FileFailed("KeptChanging", path, { message: "The file was changed by another program in the meantime." })
