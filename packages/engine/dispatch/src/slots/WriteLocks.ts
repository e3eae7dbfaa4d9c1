import type { Gated, QueueShare, ResolvedPath, SlotTicket } from "@toolgate/core"
import { FairSlots, queueBusy, refuse } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { WaitingTime } from "../call/WaitingTime.ts"

export interface Writer {
  /** The parent call. A child may write the files that its ancestors have locked. */
  readonly parent: Writer | undefined
  held: number
  readonly waiting: Pick<WaitingTime, "queues" | "goesOn">
  readonly share: QueueShare
}

interface Lock {
  holder: Writer
  readonly slot: FairSlots
  /** The tickets of the holder and the waiting calls. */
  readonly tickets: Map<Writer, SlotTicket>
}

/**
 * Write locks on files. Calls that write the same file run one after the other, in fair order.
 *
 * Deadlocks are impossible: calls lock their files in one common order, and a call whose ancestor holds a lock is refused
 * instead of waiting for another file.
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

  /** Releases a call's locks and leaves its queues. */
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
