import { FairSlots } from "@toolgate/core"
import { EventLoopShare } from "./EventLoopShare.ts"

/** The slots of all calls of a gate. Only a limited number of waiting calls start per event loop turn. */
export class SharedCallSlots {
  readonly all: FairSlots
  /** The time that a call waits for a slot, in milliseconds. */
  readonly queueMs: number
  private readonly paused = new Set<FairSlots>()
  private readonly loopShare = new EventLoopShare(() => this.goOn())

  constructor(callsInAll: number, queueMs: number) {
    this.all = this.open(callsInAll)
    this.queueMs = queueMs
  }

  /** Creates slots that share the limit per event loop turn. */
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

/** The slots of one session. A call needs one of these and one of the shared slots. */
export class CallSlots {
  readonly own: FairSlots
  readonly shared: SharedCallSlots

  constructor(callsPerSession: number, shared: SharedCallSlots) {
    this.own = shared.open(callsPerSession)
    this.shared = shared
  }

  /** Whether a slot is free and no call waits for it. */
  get isSpare(): boolean {
    const { all } = this.shared
    return !this.isWanted && !this.own.isFull && !all.isFull
  }

  /** Whether a waiting call would take a released slot. */
  get isWanted(): boolean {
    return this.own.isWanted || this.shared.all.isWanted
  }
}
