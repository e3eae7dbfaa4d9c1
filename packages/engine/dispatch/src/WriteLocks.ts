import type { Gated, ResolvedPath } from "@toolgate/core"
import { refuse } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { WaitingTime } from "./WaitingTime.ts"

/** A call that writes files. */
export interface Writer {
  /** The parent of a child call. A child may write the files that its ancestors hold. */
  readonly parent: Writer | undefined
  /** The number of files that the call holds. */
  held: number
  readonly waiting: Pick<WaitingTime, "queues" | "goesOn">
}

interface Lock {
  holder: Writer
  readonly queue: Array<{ readonly writer: Writer; readonly resume: (answer: Gated<void>) => void }>
}

/**
 * The locks on files that calls write. Calls that write the same file go one after the other, in the order in which they asked.
 *
 * Two calls never wait for each other: every call takes its files in one common order, and a call whose ancestor holds a file is
 * refused where it would have to wait for another file.
 */
export class WriteLocks {
  private readonly locks = new Map<ResolvedPath, Lock>()

  take(writer: Writer, paths: ReadonlyArray<ResolvedPath>): Gated<void> {
    const mayWait = !holdsAny(writer)
    return Effect.forEach([...new Set(paths)].sort(), (path) => this.takeOne(writer, path, mayWait), { discard: true })
  }

  /** Gives back the files that a call holds, and leaves the queues that it waits in. */
  release(writer: Writer, paths: ReadonlyArray<ResolvedPath>): void {
    for (const path of paths) {
      const lock = this.locks.get(path)
      if (lock === undefined) continue
      if (lock.holder !== writer) {
        const waiting = lock.queue.findIndex((one) => one.writer === writer)
        if (waiting >= 0) lock.queue.splice(waiting, 1)
        continue
      }
      writer.held--
      const next = lock.queue.shift()
      if (next === undefined) {
        this.locks.delete(path)
      } else {
        lock.holder = next.writer
        next.writer.held++
        next.writer.waiting.goesOn()
        next.resume(Effect.void)
      }
    }
  }

  private takeOne(writer: Writer, path: ResolvedPath, mayWait: boolean): Gated<void> {
    return Effect.callback((resume) => {
      const lock = this.locks.get(path)
      if (lock === undefined) {
        this.locks.set(path, { holder: writer, queue: [] })
        writer.held++
      } else if (!isOrDescendsFrom(writer, lock.holder)) {
        if (mayWait) {
          lock.queue.push({ writer, resume })
          writer.waiting.queues()
        } else resume(busy)
        return
      }
      resume(Effect.void)
    })
  }
}

const holdsAny = (writer: Writer | undefined): boolean =>
  writer !== undefined && (writer.held > 0 || holdsAny(writer.parent))

const isOrDescendsFrom = (writer: Writer | undefined, ancestor: Writer): boolean =>
  writer !== undefined && (writer === ancestor || isOrDescendsFrom(writer.parent, ancestor))

const busy = refuse(
  "FileBusy",
  "Another call is writing this file while the parent of this call writes one as well; try again."
)
