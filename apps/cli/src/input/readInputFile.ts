import { closeSync, constants, createReadStream, fstatSync, openSync } from "node:fs"
import { Socket } from "node:net"
import type { Readable } from "node:stream"
import { explainFileError } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { mostInputBytes, readInput, type Unread } from "./readInput.ts"

/**
 * Reads a file, or a pipe such as a shell's `<(…)`. `undefined` if `signal` aborts first. Fails with the end of a sentence about the file.
 */
export const readInputFile = (path: string, signal: AbortSignal): Effect.Effect<string | undefined, string> =>
  Effect.try({ try: () => opened(path), catch: (cause) => wordsOf({ why: "failed", cause: cause as Error }) }).pipe(
    Effect.flatMap((input) =>
      input === undefined
        ? Effect.fail("is neither a file nor a pipe")
        : Effect.mapError(readInput(input, signal), wordsOf)
    )
  )

/** Opens a file or a pipe without a blocked thread, because a thread that waits for a pipe's writer cannot be stopped. */
const opened = (path: string): Readable | undefined => {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  const stats = fstatSync(fd)
  if (stats.isFIFO()) return new Socket({ fd, readable: true, writable: false })
  if (stats.isFile() || stats.isDirectory()) return createReadStream(path, { fd })
  closeSync(fd)
  return undefined
}

const wordsOf = ({ why, cause }: Unread): string => {
  if (why === "long") return `is longer than ${mostInputBytes} bytes`
  if (why === "notText") return "is not UTF-8 text"
  switch (cause?.code) {
    case "ENOENT":
    case "ENOTDIR":
      return "does not exist"
    case "EISDIR":
      return "is a folder"
    default:
      return `cannot be read: ${explainFileError(cause, "read")}`
  }
}
