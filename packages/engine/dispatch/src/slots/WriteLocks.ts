import type { Gated, QueueShare, ResolvedPath, SlotTicket } from "@toolgate/core"
import { FairSlots, queueBusy, refuse } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { WaitingTime } from "../call/WaitingTime.ts"

/** A call that writes files. */
export interface Writer {
  /** The parent of a child call. A child may write the files that its ancestors hold. */
  readonly parent: Writer | undefined
  /** The number of files that the call holds. */
  held: number
  readonly waiting: Pick<WaitingTime, "queues" | "goesOn">
  readonly share: QueueShare
}

interface Lock {
  holder: Writer
  readonly slot: FairSlots
  /** The claims of the holder and of those who wait. */
  readonly tickets: Map<Writer, SlotTicket>
}

/**
 * The locks on files that calls write. Calls that write the same file go one after the other, agents and their sessions in turn.
 *
 * Two calls never wait for each other: every call takes its files in one common order, and a call whose ancestor holds a file is
 * refused where it would have to wait for another file.
 */
export class WriteLocks {
  private readonly locks = new Map<ResolvedPath, Lock>()
  private readonly queueMs: number

  /** `queueMs`: the time that a call waits for a file, in milliseconds. */
  constructor(queueMs: number) {
    this.queueMs = queueMs
  }

  take(writer: Writer, paths: ReadonlyArray<ResolvedPath>): Gated<void> {
    const mayWait = !holdsAny(writer)
    return Effect.forEach([...new Set(paths)].sort(), (path) => this.takeOne(writer, path, mayWait), { discard: true })
  }

  /** Gives back the files that a call holds, and leaves the queues that it waits in. */
  release(writer: Writer, paths: ReadonlyArray<ResolvedPath>): void {
    for (const path of paths) {
      const lock = this.locks.get(path)
      const ticket = lock?.tickets.get(writer)
      if (lock === undefined || ticket === undefined) continue
      lock.tickets.delete(writer)
      if (lock.holder === writer) writer.held--
      if (lock.tickets.size === 0) this.locks.delete(path)
      ticket.leave()
    }
  }

  private takeOne(writer: Writer, path: ResolvedPath, mayWait: boolean): Gated<void> {
    return Effect.callback((resume) => {
      const lock = this.locks.get(path) ?? { holder: writer, slot: new FairSlots({ inAll: 1 }), tickets: new Map() }
      if (lock.tickets.size > 0 && isOrDescendsFrom(writer, lock.holder)) return resume(Effect.void)
      if (lock.tickets.size > 0 && !mayWait) return resume(busy)
      this.locks.set(path, lock)
      const ticket = lock.slot.enter(
        writer.share,
        {
          served: () => {
            take(lock, writer)
            writer.waiting.goesOn()
            resume(Effect.void)
          },
          tooLate: () => resume(Effect.fail(queueBusy("a file that other calls write", this.queueMs)))
        },
        this.queueMs
      )
      lock.tickets.set(writer, ticket)
      if (!ticket.hasSlot) return writer.waiting.queues()
      take(lock, writer)
      resume(Effect.void)
    })
  }
}

const take = (lock: Lock, writer: Writer): void => {
  lock.holder = writer
  writer.held++
}

const holdsAny = (writer: Writer | undefined): boolean =>
  writer !== undefined && (writer.held > 0 || holdsAny(writer.parent))

const isOrDescendsFrom = (writer: Writer | undefined, ancestor: Writer): boolean =>
  writer !== undefined && (writer === ancestor || isOrDescendsFrom(writer.parent, ancestor))

const busy = refuse(
  "FileBusy",
  "Another call is writing this file while the parent of this call writes one as well; try again."
)
