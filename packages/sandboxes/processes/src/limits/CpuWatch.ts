import { availableParallelism } from "node:os"

/**
 * A watch over the processor time of a run, which reports when the time is more than the limit. The watch looks when
 * the limit could be reached at the earliest: often if little time is left, and seldom if much is left.
 */
export class CpuWatch {
  private readonly usedMs: () => number
  private readonly limitMs: number
  private readonly exceeded: () => void
  private timer: ReturnType<typeof setTimeout> | undefined = undefined

  constructor(usedMs: () => number, limitMs: number, exceeded: () => void) {
    this.usedMs = usedMs
    this.limitMs = limitMs
    this.exceeded = exceeded
    this.look()
  }

  stop(): void {
    clearTimeout(this.timer)
  }

  private look(): void {
    const left = this.limitMs - this.usedMs()
    if (left <= 0) this.exceeded()
    else
      this.timer = setTimeout(() => this.look(), Math.min(longest, Math.max(shortest, left / availableParallelism())))
  }
}

const shortest = 5
const longest = 60_000
