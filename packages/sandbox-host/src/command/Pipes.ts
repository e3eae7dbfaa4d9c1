import { execFile } from "node:child_process"
import { closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { succeeds, tried } from "./tried.ts"

/** The two ends of a pipe, open in this process. */
export interface Pipe {
  readonly read: number
  readonly write: number
}

/**
 * Pipes as a shell makes them. What Node makes between itself and a program are sockets, which no program can open
 * again by a name: `echo > /dev/stderr` would fail. They are made in advance, some at a time, as that takes another
 * program.
 */
export class Pipes {
  private readonly made: Array<Pipe> = []
  private making: Promise<void> | undefined = undefined

  /** As many as are asked for; `undefined` where none can be made. */
  async take(count: number): Promise<ReadonlyArray<Pipe> | undefined> {
    if (this.made.length < count) {
      this.making ??= this.make()
      await this.making
      this.making = undefined
    }
    return this.made.length < count ? undefined : this.made.splice(0, count)
  }

  /** For those that were not used. */
  giveBack(pipes: ReadonlyArray<Pipe> | undefined): void {
    if (pipes !== undefined) this.made.push(...pipes)
  }

  private async make(): Promise<void> {
    const folder = tried(() => mkdtempSync(join(tmpdir(), "toolgate-pipes-")))
    if (folder === undefined) return
    const paths = Array.from({ length: atATime }, (_none, at) => join(folder, String(at)))
    try {
      await promisify(execFile)("mkfifo", ["-m", "600", ...paths])
      for (const path of paths) {
        const pipe = tried(() => opened(path))
        if (pipe !== undefined) this.made.push(pipe)
      }
    } catch {
      // There is no such program: Node's own channels have to do.
    } finally {
      succeeds(() => rmSync(folder, { recursive: true }))
    }
  }
}

const atATime = 24

// Opened both ways first, since opening one end waits for the other.
const opened = (path: string): Pipe => {
  const both = openSync(path, constants.O_RDWR)
  try {
    return { read: openSync(path, constants.O_RDONLY), write: openSync(path, constants.O_WRONLY) }
  } finally {
    closeSync(both)
  }
}
