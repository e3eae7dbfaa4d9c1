import { FairSlots } from "@toolgate/core"
import { EventLoopShare } from "./EventLoopShare.ts"

/** The slots of all calls of a gate. In one turn of the event loop only a share of the calls that wait begin. */
export class SharedCallSlots {
  readonly all: FairSlots
  /** The time that a call waits for one of them, in milliseconds. */
  readonly queueMs: number
  private readonly paused = new Set<FairSlots>()
  private readonly loopShare = new EventLoopShare(() => this.goOn())

  constructor(callsInAll: number, queueMs: number) {
    this.all = this.open(callsInAll)
    this.queueMs = queueMs
  }

  /** Makes slots whose callers begin in the same turns. */
  open(inAll: number): FairSlots {
    const slots: FairSlots = new FairSlots({ inAll }, { mayServe: () => this.loopShare.take() || this.pause(slots) })
    return slots
  }

  private pause(slots: FairSlots): false {
    this.paused.add(slots)
    return false
  }

  private goOn(): void {
    const paused = [...this.paused]
    this.paused.clear()
    for (const slots of paused) slots.serve()
  }
}

/** The slots of the calls of one session. A call that has one of them needs one of all calls as well. */
export class CallSlots {
  readonly own: FairSlots
  readonly shared: SharedCallSlots

  constructor(callsPerSession: number, shared: SharedCallSlots) {
    this.own = shared.open(callsPerSession)
    this.shared = shared
  }

  /** Whether there is a slot for which no call waits. */
  get isSpare(): boolean {
    const { all } = this.shared
    return !this.isWanted && !this.own.isFull && !all.isFull
  }

  /** Whether a slot that is given back would go to a call that waits. */
  get isWanted(): boolean {
    return this.own.isWanted || this.shared.all.isWanted
  }
}
