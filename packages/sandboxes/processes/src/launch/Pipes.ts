import { execFile } from "node:child_process"
import { closeSync, constants, existsSync, mkdtempSync, openSync, rmSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { ownFolder } from "../ownFolder.ts"
import { succeeds, tried } from "../tried.ts"

/** The two ends of a pipe, open in this process. */
export interface Pipe {
  readonly read: number
  readonly write: number
}

/**
 * A store of pipes as a shell makes them. Node makes sockets between itself and a program, and no program can open a
 * socket again by a name: `echo > /dev/stderr` would fail. Pipes are made in advance, several at a time, because making
 * them takes another program.
 */
export class Pipes {
  private readonly made: Array<Pipe> = []
  /** The number of pipes ever made. */
  private total = 0
  private making: Promise<void> | undefined = undefined

  /** Returns as many pipes as are asked for, or `undefined` if none can be made. */
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

  /** Takes back pipes that were not used. */
  giveBack(pipes: ReadonlyArray<Pipe> | undefined): void {
    if (pipes !== undefined) this.made.push(...pipes)
  }

  private async make(): Promise<void> {
    const folder = tried(() => mkdtempSync(join(ownFolder(), "toolgate-pipes-")))
    if (folder === undefined) return
    const paths = Array.from({ length: atATime }, (_none, at) => join(folder, String(at)))
    try {
      await promisify(execFile)(mkfifo, ["-m", "600", ...paths])
      for (const path of paths) {
        const pipe = tried(() => opened(path))
        if (pipe === undefined) continue
        this.made.push(pipe)
        this.total++
      }
    } catch {
      // The program does not exist, so Node's own channels have to do.
    } finally {
      succeeds(() => rmSync(folder, { recursive: true }))
    }
  }
}

const atATime = 24

// The system's own program. A PATH may name folders of a workspace, where a call may have put a program of its own.
const mkfifo = ["/usr/bin/mkfifo", "/bin/mkfifo"].find((path) => existsSync(path)) ?? "mkfifo"

// Opens the pipe both ways first, because opening one end waits for the other.
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
