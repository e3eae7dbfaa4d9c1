import { statfs } from "node:fs/promises"
import { entryBytes, measureFolder } from "./measureFolder.ts"

/**
 * The space that the commands of one session take in their folder. A folder that takes a second to look through is
 * looked through again only if its disk has less free space than before.
 */
export class SessionSpace {
  readonly atMost: number
  /** The bytes in the folder at the last look. */
  bytes = 0
  private readonly path: () => string | undefined
  /** The bytes of the disk that were taken at the last look. */
  private takenOfDisk = 0
  private lookMs = 0
  private looking: Promise<number> | undefined = undefined

  constructor(path: () => string | undefined, atMost: number) {
    this.path = path
    this.atMost = atMost
  }

  /** Whether the folder holds so much that it is removed as a whole when no command uses it. */
  get isFull(): boolean {
    return this.bytes > 2 * this.atMost
  }

  /** Returns the bytes in the folder, those of the last look if it cannot hold more than its limit since. */
  async measure(): Promise<number> {
    if (this.lookMs < shortLookMs || this.bytes > this.atMost) return this.look()
    return (await this.takenNow()) - this.takenOfDisk > this.atMost - this.bytes ? this.look() : this.bytes
  }

  /** Returns the milliseconds until the next look, so that looking takes a small part of the time. */
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
