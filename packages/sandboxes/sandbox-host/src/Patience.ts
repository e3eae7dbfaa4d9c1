import type { ToolInstance } from "@toolgate/core"
import * as Predicate from "effect/Predicate"

/** The longest waits for a stopped tool, in milliseconds. */
export interface Grace {
  /** After a cancellation, until the tool is abandoned and a warning is logged. */
  readonly cancelled: number
  /** After the tool's time is over, until the tool is abandoned. */
  readonly timedOut: number
  /** For a tool's last output, after its `cancel` has returned true. */
  readonly drained: number
}

/** The result of the wait for a tool. "drained": the tool's `cancel` reported that the tool has ended. */
type PatienceEnd = "drained" | "abandoned"

/** The wait for a stopped tool, which may still return a result. */
export class Patience {
  private readonly drained: number
  private readonly over: (how: PatienceEnd) => void
  private readonly timers: Array<ReturnType<typeof setTimeout>>

  constructor(ms: number, { drained }: Grace, over: (how: PatienceEnd) => void) {
    this.drained = drained
    this.over = over
    this.timers = [setTimeout(over, ms, "abandoned")]
  }

  /** Calls the tool's `cancel`. After `cancel` returns true, only output on its way is awaited. */
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
