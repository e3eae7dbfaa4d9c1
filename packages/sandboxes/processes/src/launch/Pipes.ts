import { execFile } from "node:child_process"
import { closeSync, constants, existsSync, mkdtempSync, openSync, rmSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { getScratchFolder } from "../getScratchFolder.ts"
import { succeeds, tryOrUndefined } from "../tryOrUndefined.ts"

/** Both ends of a pipe, open in this process. */
export interface Pipe {
  readonly read: number
  readonly write: number
}

/**
 * A pool of pipes like those a shell makes. Node connects a program with sockets, which the program cannot open by
 * name: `echo > /dev/stderr` would fail. Making pipes takes another program, so they are made in batches.
 */
export class Pipes {
  private readonly made: Array<Pipe> = []
  /** The number of pipes made so far. */
  private total = 0
  private making: Promise<void> | undefined = undefined

  /** Takes pipes from the pool. Returns `undefined` if they cannot be made. */
  async take(count: number): Promise<ReadonlyArray<Pipe> | undefined> {
    for (let before = -1; this.made.length < count && this.total > before; ) {
      before = this.total
      this.making ??= this.make().finally(() => {
        this.making = undefined
      })
      await this.making
    }
    return this.made.length < count ? undefined : this.made.splice(0, count)
  }

  /** Returns unused pipes to the pool. */
  giveBack(pipes: ReadonlyArray<Pipe> | undefined): void {
    if (pipes !== undefined) this.made.push(...pipes)
  }

  private async make(): Promise<void> {
    const folder = tryOrUndefined(() => mkdtempSync(join(getScratchFolder(), "toolgate-pipes-")))
    if (folder === undefined) return
    const paths = Array.from({ length: atATime }, (_none, at) => join(folder, String(at)))
    try {
      await promisify(execFile)(mkfifo, ["-m", "600", ...paths])
      for (const path of paths) {
        const pipe = tryOrUndefined(() => opened(path))
        if (pipe === undefined) continue
        this.made.push(pipe)
        this.total++
      }
    } catch {
      // Without `mkfifo`, Node's sockets are used.
    } finally {
      succeeds(() => rmSync(folder, { recursive: true }))
    }
  }
}

const atATime = 24

// The system's program. A folder in PATH may belong to a workspace, where a call may have put its own program.
const mkfifo = ["/usr/bin/mkfifo", "/bin/mkfifo"].find((path) => existsSync(path)) ?? "mkfifo"

// Opens both directions first, because opening a single end waits for the other.
const opened = (path: string): Pipe => {
  const both = openSync(path, constants.O_RDWR | constants.O_NOFOLLOW)
  try {
    return {
      read: openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW),
      write: openSync(path, constants.O_WRONLY | constants.O_NOFOLLOW)
    }
  } finally {
    closeSync(both)
  }
}
