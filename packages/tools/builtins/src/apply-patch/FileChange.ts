import { FileFailed, type Files } from "@toolgate/core"
import * as Effect from "effect/Effect"

/** The content of a file: its text, its bytes if nothing needs its text, or `undefined` if there is no file. */
export type Content = string | Uint8Array | undefined

/** A change of one file, from what it holds to what it is to hold. */
export interface FileChange {
  readonly path: string
  readonly before: Content
  readonly after: Content
  /** The name of the change in messages, such as "Operation 2 (update_file)". */
  readonly name: string
}

/** Makes a change if the file still is as it was before, and fails with "KeptChanging" otherwise. Returns the file's size now. */
export const makeChange = (files: Files, { path, before, after }: Omit<FileChange, "name">) =>
  Effect.gen(function* () {
    if (typeof after === "string" && !after.isWellFormed()) return yield* halved(path)
    // `patch` looks at the old text and puts the new one in its place in one step.
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

/** Returns the bytes of a file, or `undefined` if nothing is at the path. Fails if something else than a file is there. */
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
  new FileFailed("NotText", path, { message: "The text to write holds half a character." })

const changed = (path: string) =>
  new FileFailed("KeptChanging", path, { message: "The file was changed by somebody else meanwhile." })
