import type { BigIntStats } from "node:fs"
import { lstat } from "node:fs/promises"

/** A segment that was taken away under the process that writes it, or that somebody else has written to. */
export class SegmentGone extends Error {
  readonly found: "removed" | "replaced" | "changed"

  constructor(path: string, found: SegmentGone["found"]) {
    super(`The file "${path}" of the audit log ${said[found]}.`)
    this.found = found
  }
}

const said = {
  removed: "is not there any more: somebody has deleted or moved it",
  replaced: "is another one than was written: somebody has put it in its place",
  changed: "has another length than what was written: somebody has changed it"
}

/** What tells a file from others for as long as it is open. */
export type FileIdentity = Pick<BigIntStats, "dev" | "ino">

/** Rejects unless a file is what stands at its path, and holds as many bytes as were written to it. */
export const standsAt = async (path: string, own: FileIdentity, written: bigint): Promise<void> => {
  const there = await statsAt(path)
  if (there === undefined) throw new SegmentGone(path, "removed")
  if (there.dev !== own.dev || there.ino !== own.ino) throw new SegmentGone(path, "replaced")
  if (there.size !== written) throw new SegmentGone(path, "changed")
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
