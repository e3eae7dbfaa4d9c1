import { chmodSync, type Stats } from "node:fs"
import { lstat, readdir } from "node:fs/promises"
import { tried } from "@toolgate/processes"
import { errno } from "../confinement/errno.ts"
import { PinnedPath } from "../confinement/PinnedPath.ts"

/** The bytes that an entry of a folder counts in addition to its content: about as many as it takes of a disk. */
export const entryBytes = 4096

/**
 * Returns the bytes that everything in a folder takes of its disk, while programs change it. Stops once there are more
 * than `enough`. A folder that cannot be looked into may hold anything: it counts as infinitely many.
 */
export const measureFolder = async (path: string, enough: number): Promise<number> => {
  const measure = new Measure(enough)
  await measure.add(Buffer.from(path))
  return measure.bytes
}

class Measure {
  bytes = 0
  private readonly enough: number
  /** The files with several names, which count once. */
  private readonly linked = new Set<string>()

  constructor(enough: number) {
    this.enough = enough
  }

  async add(folder: Buffer): Promise<void> {
    // A name may be bytes that no string can hold.
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
      const code = errno(error)
      if (code === "ENOENT" || code === "ENOTDIR") return []
      if (code !== "EACCES" || isOpened) return undefined
      tried(() => open(folder))
    }
  return undefined
}

// A program of this user can close its folder, and this process can open it again.
const open = (folder: Buffer): void => {
  using pin = new PinnedPath(folder.toString())
  if (pin.kind === "folder") chmodSync(pin.path, 0o700)
}

const slash = Buffer.from("/")
const blockBytes = 512
const atOnce = 64
