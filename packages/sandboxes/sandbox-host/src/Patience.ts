import type { ToolInstance } from "@toolgate/core"
import * as Predicate from "effect/Predicate"

/** How long a tool that was told to stop is waited for, in milliseconds. */
export interface Grace {
  /** From being cancelled until it is abandoned, and the log says so. */
  readonly cancelled: number
  /** The same where its time is up. */
  readonly timedOut: number
  /** For its last output, once its `cancel` has answered true. */
  readonly drained: number
}

/** How the waiting for a tool came to its end: "drained" where the tool said that it has ended. */
type PatienceEnd = "drained" | "abandoned"

/** The waiting for a tool that was told to stop, and that may answer meanwhile. */
export class Patience {
  private readonly drained: number
  private readonly over: (how: PatienceEnd) => void
  private readonly timers: Array<ReturnType<typeof setTimeout>>

  constructor(ms: number, { drained }: Grace, over: (how: PatienceEnd) => void) {
    this.drained = drained
    this.over = over
    this.timers = [setTimeout(over, ms, "abandoned")]
  }

  /** Calls the tool's `cancel`. Once that has answered true, there is nothing to wait for but what is on its way already. */
  cancel(instance: ToolInstance | undefined, broke: (cause: unknown) => void): void {
    const answered = (isClean: unknown) => {
      if (isClean === true && this.timers.length > 0) this.timers.push(setTimeout(this.over, this.drained, "drained"))
    }
    try {
      const answer = instance?.cancel?.()
      if (Predicate.isPromiseLike(answer)) answer.then(answered, broke)
      else answered(answer)
    } catch (cause) {
      broke(cause)
    }
  }

  end(): void {
    for (const timer of this.timers.splice(0)) clearTimeout(timer)
  }
}
