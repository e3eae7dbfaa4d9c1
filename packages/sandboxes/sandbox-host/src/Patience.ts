import type { ToolInstance } from "@toolgate/core"
import * as Predicate from "effect/Predicate"

/** The time for which the sandbox waits for a tool that was told to stop, in milliseconds. */
export interface Grace {
  /** From a cancellation until the tool is abandoned. The log reports an abandoned tool. */
  readonly cancelled: number
  /** From the end of the tool's time until the tool is abandoned. */
  readonly timedOut: number
  /** For a tool's last output, after its `cancel` has answered true. */
  readonly drained: number
}

/** The way in which the waiting for a tool ended. "drained": the tool's `cancel` reported that the tool had ended. */
type PatienceEnd = "drained" | "abandoned"

/** The waiting for a tool that was told to stop. The tool may still answer meanwhile. */
export class Patience {
  private readonly drained: number
  private readonly over: (how: PatienceEnd) => void
  private readonly timers: Array<ReturnType<typeof setTimeout>>

  constructor(ms: number, { drained }: Grace, over: (how: PatienceEnd) => void) {
    this.drained = drained
    this.over = over
    this.timers = [setTimeout(over, ms, "abandoned")]
  }

  /**
   * Calls the tool's `cancel`. Once `cancel` has answered true, the only thing left to wait for is the output that is
   * already on its way.
   */
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
