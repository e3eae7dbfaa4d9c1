import { hash } from "node:crypto"
import { type BigIntStats, constants, lstatSync, readdirSync, readFileSync } from "node:fs"

/**
 * The state of files at one moment. A file counts as changed if its content did. The content is compared only if the
 * metadata differ, or if the file was written so recently that its times may not show a later change.
 */
export class FileStamps {
  private readonly stamps: Map<string, Stamp>

  constructor(paths: Iterable<string>) {
    this.stamps = new Map([...new Set(paths)].map((path) => [path, takeStamp(path)]))
  }

  /** Whether every file is unchanged. */
  isCurrent(): boolean {
    for (const [path, stamp] of this.stamps) {
      const found = readStats(path)
      if (stamp.isSettled && isSame(found, stamp.found)) continue
      const now = takeStamp(path)
      if (now.digest !== stamp.digest) return false
      this.stamps.set(path, now)
    }
    return true
  }

  /** Whether every one of these files has a stamp. */
  covers(paths: Iterable<string>): boolean {
    return [...paths].every((path) => this.stamps.has(path))
  }
}

interface Stamp {
  readonly found: Found
  readonly digest: string
  /** Whether every later change shows in the times of the file. */
  readonly isSettled: boolean
}

/** The metadata of a file, or the code of the error that reading them caused. */
type Found = BigIntStats | string

const takeStamp = (path: string): Stamp => {
  const found = readStats(path)
  const digest = digestOf(path, found)
  if (typeof found === "string") return { found, digest, isSettled: true }
  const changedAt = Math.max(Number(found.ctimeMs), Number(found.mtimeMs))
  return { found, digest, isSettled: changedAt + settledAfterMs < Date.now() }
}

/** Longer than the steps of the clock of any file system in use. */
const settledAfterMs = 2_500

const readStats = (path: string): Found => {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? "ENOENT"
  } catch (cause) {
    return getCode(cause)
  }
}

/** Returns a text that differs if the content does. The content of a folder is its names. */
const digestOf = (path: string, found: Found): string => {
  if (typeof found === "string") return found
  try {
    if (found.isDirectory()) return `folder ${hash("sha256", JSON.stringify(readdirSync(path).toSorted()))}`
    // Reading another kind of file may block, and a long one takes time.
    if (!found.isFile() || found.size > longestRead) return compared.map((name) => found[name]).join(" ")
    return `file ${hash("sha256", readFileSync(path, { flag: constants.O_NOFOLLOW | constants.O_NONBLOCK }))}`
  } catch (cause) {
    return getCode(cause)
  }
}

const isSame = (one: Found, other: Found): boolean => {
  if (typeof one === "string" || typeof other === "string") return one === other
  return compared.every((name) => one[name] === other[name])
}

/** The size up to which content is compared, in bytes. */
const longestRead = 4 * 1024 * 1024

const compared = ["dev", "ino", "mode", "size", "mtimeNs", "ctimeNs"] as const

const getCode = (cause: unknown): string => String((cause as NodeJS.ErrnoException).code)
