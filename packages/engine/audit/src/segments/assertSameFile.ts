import type { BigIntStats } from "node:fs"
import { lstat } from "node:fs/promises"

/**
 * The error for a segment that was removed, replaced or changed while this process writes it.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { SegmentGone } from "@toolgate/audit"
 *
 * // A custom place rejects with this error. The log then continues in a new segment.
 * const gone = new SegmentGone("The table", "changed")
 * assert.equal(gone.message, "The table of the audit log was changed by another program.")
 * ```
 */
export class SegmentGone extends Error {
  readonly found: "removed" | "replaced" | "changed"

  /** `what` begins the message: "The file …". */
  constructor(what: string, found: SegmentGone["found"]) {
    super(`${what} of the audit log ${sentences[found]}.`)
    this.found = found
  }
}

const sentences = {
  removed: "is missing: it was deleted or moved",
  replaced: "was replaced by another file",
  changed: "was changed by another program"
}

/** The identity of an open file. */
export type FileIdentity = Pick<BigIntStats, "dev" | "ino">

/** Rejects with `SegmentGone` unless the file at the path is the same file, with exactly the written size. */
export const assertSameFile = async (path: string, own: FileIdentity, written: bigint): Promise<void> => {
  const there = await statsAt(path)
  const file = `The file "${path}"`
  if (there === undefined) throw new SegmentGone(file, "removed")
  if (there.dev !== own.dev || there.ino !== own.ino) throw new SegmentGone(file, "replaced")
  if (there.size !== written) throw new SegmentGone(file, "changed")
}

const statsAt = async (path: string): Promise<BigIntStats | undefined> => {
  try {
    return await lstat(path, { bigint: true })
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined
    if (code === "ENOENT" || code === "ENOTDIR") return undefined
    throw error
  }
}

/** Returns why a segment was abandoned, as one word: the change that was found, or the system's error code. */
export const findReason = (error: unknown): string => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof SegmentGone) return cause.found
    if ("code" in cause && typeof cause.code === "string" && /^\w{1,64}$/.test(cause.code)) return cause.code
  }
  return "unknown"
}
