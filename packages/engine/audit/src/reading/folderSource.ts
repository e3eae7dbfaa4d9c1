import { existsSync } from "node:fs"
import { statfs } from "node:fs/promises"
import { join } from "node:path"
import { readKeyReference } from "@toolgate/local-secrets"
import { keyFileName } from "../keyFileName.ts"
import { openSegment } from "../segments/SegmentFile.ts"
import { readLastLine } from "../segments/segmentEnds.ts"
import { listSegments } from "../segments/segmentName.ts"
import type { AuditSource, KeyFault } from "./AuditSource.ts"
import type { KnownSegments } from "./mergeLines.ts"
import { readSegmentLines } from "./readSegmentLines.ts"

/**
 * Returns a source that reads the audit log in a folder.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { folderSource } from "@toolgate/audit"
 * import { createToolgate } from "toolgate"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "audit-"))
 * await using gate = await createToolgate({
 *   workspace: ".",
 *   policy: "default",
 *   tools: [],
 *   audit: { folder: folder.path }
 * })
 * const source = folderSource(folder.path)
 * // Each process writes its own segment.
 * assert.equal((await source.segments()).length, 1)
 * await gate.close()
 * ```
 */
export const folderSource = (folder: string): AuditSource => {
  const known: KnownSegments = new Map()
  return {
    segments: () => listSegments(folder),
    lines: (segment, { number, start } = firstLine) =>
      readSegmentLines(folder, segment, { start, end: Number.POSITIVE_INFINITY, before: number - 1 }),
    last: (segment) => lastIn(join(folder, segment)),
    // Loaded on demand, because most readers read segment by segment and need no merging.
    inTime: async function* (filter) {
      const { mergeLines } = await import("./mergeLines.ts")
      yield* mergeLines(folder, filter, known)
    },
    heads: async () => [],
    isShared: () => isSharedDisk(folder),
    keyFault: keyFaultIn(folder)
  }
}

const firstLine = { number: 1, start: 0 }

const lastIn = async (path: string) => {
  const file = await openSegment(path)
  try {
    const line = await readLastLine(file, (await file.stat()).size)
    return line && { ...line, isWhole: true }
  } finally {
    await file.close()
  }
}

/** Whether other machines may write to a folder. `true` for every file system not known to be local. */
const isSharedDisk = async (folder: string): Promise<boolean> => !ownDisks.has((await statfs(folder)).type)

// The file system numbers of Linux. Other systems number them differently, but the answer only matters for processes
// with a boot id, which only Linux has.
const ownDisks: ReadonlySet<number> = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // XFS
  0x9123683e, // Btrfs
  0x2fc12fc1, // ZFS
  0xca451a4e, // bcachefs
  0xf2f52010, // F2FS
  0x3153464a, // JFS
  0x01021994, // tmpfs
  0x858458f6, // ramfs
  0x794c7630, // overlayfs
  0xf15f, // eCryptfs
  0x5346544e, // NTFS
  0x7366746e, // NTFS3
  0x4d44, // FAT
  0x2011bab0 // exFAT
])

/** Returns `AuditSource.keyFault` for a folder. Reads the key once. */
const keyFaultIn = (folder: string): AuditSource["keyFault"] => {
  let read: Promise<string | KeyFault> | undefined
  return async (id) => {
    read ??= idIn(folder)
    const there = await read
    if (typeof there !== "string") return there
    return there === id ? undefined : another
  }
}

const idIn = async (folder: string): Promise<string | KeyFault> => {
  const path = join(folder, keyFileName)
  try {
    return (await readKeyReference(`file:${path}`)).id
  } catch {
    return existsSync(path) ? unreadable : missing
  }
}

const another: KeyFault = {
  state: "another one",
  why: '"digest.key" in the folder is another key; theirs was lost or is stored elsewhere'
}

const missing: KeyFault = {
  state: "missing",
  why: 'there is no "digest.key" in the folder, so it was lost or is stored elsewhere'
}

const unreadable: KeyFault = {
  state: "not to be had",
  why: '"digest.key" in the folder cannot be read as a key'
}
