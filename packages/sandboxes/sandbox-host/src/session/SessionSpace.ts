import { chmodSync, type Stats } from "node:fs"
import { lstat, readdir, statfs } from "node:fs/promises"
import { tryOrUndefined } from "@toolgate/processes"
import { getErrno } from "../confinement/getErrno.ts"
import { PinnedPath } from "../confinement/PinnedPath.ts"

/**
 * Measures the space of a session's folder. A folder that takes a second to scan is scanned again only if its disk has
 * less free space than before.
 */
export class SessionSpace {
  readonly atMost: number
  /** Bytes in the folder at the last scan. */
  bytes = 0
  private readonly path: () => string | undefined
  /** Bytes used on the disk at the last scan. */
  private takenOfDisk = 0
  private lookMs = 0
  private looking: Promise<number> | undefined = undefined

  constructor(path: () => string | undefined, atMost: number) {
    this.path = path
    this.atMost = atMost
  }

  /** Whether the folder is so far beyond its limit that it is removed when no command uses it. */
  get isFull(): boolean {
    return this.bytes > 2 * this.atMost
  }

  /** Returns the bytes in the folder. The last result is reused if the folder cannot exceed its limit since then. */
  async measure(): Promise<number> {
    if (this.lookMs < shortLookMs || this.bytes > this.atMost) return this.look()
    return (await this.takenNow()) - this.takenOfDisk > this.atMost - this.bytes ? this.look() : this.bytes
  }

  /** Milliseconds until the next scan, so that scans take a small part of the time. */
  get restMs(): number {
    return Math.max(shortestRestMs, restPerLook * this.lookMs)
  }

  private look(): Promise<number> {
    this.looking ??= this.lookNow().finally(() => {
      this.looking = undefined
    })
    return this.looking
  }

  private async lookNow(): Promise<number> {
    const path = this.path()
    if (path === undefined) return 0
    const begun = performance.now()
    const taken = await this.takenNow()
    this.bytes = await measureFolder(path, 2 * this.atMost)
    this.takenOfDisk = taken
    this.lookMs = performance.now() - begun
    return this.bytes
  }

  private async takenNow(): Promise<number> {
    const disk = await statfs(this.path() ?? "/").catch(() => undefined)
    if (disk === undefined) return Number.POSITIVE_INFINITY
    return (disk.blocks - disk.bfree) * disk.bsize + (disk.files - disk.ffree) * entryBytes
  }
}

const shortLookMs = 1000
const shortestRestMs = 100
const restPerLook = 20

/** Bytes that an entry counts in addition to its content: about its size on disk. */
const entryBytes = 4096

/**
 * Returns the disk space of everything in a folder, while programs change it. Stops above `enough`. A folder that
 * cannot be listed counts as infinite.
 */
const measureFolder = async (path: string, enough: number): Promise<number> => {
  const measure = new Measure(enough)
  await measure.add(Buffer.from(path))
  return measure.bytes
}

class Measure {
  bytes = 0
  private readonly enough: number
  /** Files with several names, which count once. */
  private readonly linked = new Set<string>()

  constructor(enough: number) {
    this.enough = enough
  }

  async add(folder: Buffer): Promise<void> {
    // File names may be bytes that are not UTF-8.
    const names = await namesIn(folder)
    if (names === undefined) this.bytes = Number.POSITIVE_INFINITY
    for (let from = 0; names !== undefined && from < names.length && this.bytes <= this.enough; from += atOnce) {
      const paths = names.slice(from, from + atOnce).map((name) => Buffer.concat([folder, slash, name]))
      const all = await Promise.all(paths.map((path) => lstat(path).catch(() => undefined)))
      for (const [at, stats] of all.entries()) {
        if (stats === undefined || this.isCounted(stats)) continue
        this.bytes += entryBytes + (stats.isDirectory() ? 0 : stats.blocks * blockBytes)
        if (stats.isDirectory() && this.bytes <= this.enough) await this.add(paths[at] as Buffer)
      }
    }
  }

  private isCounted({ dev, ino, nlink }: Stats): boolean {
    const key = `${dev}:${ino}`
    if (nlink === 1 || !this.linked.has(key)) {
      if (nlink > 1) this.linked.add(key)
      return false
    }
    return true
  }
}

const namesIn = async (folder: Buffer): Promise<ReadonlyArray<Buffer> | undefined> => {
  for (const isOpened of [false, true])
    try {
      return await readdir(folder, { encoding: "buffer" })
    } catch (error) {
      const code = getErrno(error)
      if (code === "ENOENT" || code === "ENOTDIR") return []
      if (code !== "EACCES" || isOpened) return undefined
      tryOrUndefined(() => open(folder))
    }
  return undefined
}

// A program of this user can lock its folder, and this process can unlock it.
const open = (folder: Buffer): void => {
  using pin = new PinnedPath(folder.toString())
  if (pin.kind === "folder") chmodSync(pin.path, 0o700)
}

const slash = Buffer.from("/")
const blockBytes = 512
const atOnce = 64
