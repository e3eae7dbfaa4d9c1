import type { GuestLimits } from "./GuestLimits.ts"
import type { CpuClock } from "./pool/CpuClock.ts"

/**
 * The pause between two looks at a guest that has nearly used up its CPU time, in milliseconds: about a tick of the
 * scheduler.
 */
const tickMs = 5

// The longest delay that a timer takes.
const longestTimeout = 2 ** 31 - 1

/** The clock of one run: a single timer, for whichever limit can be the first to pass. */
export class LimitClock {
  private readonly limits: GuestLimits
  private readonly cpu: CpuClock | undefined
  private readonly passed: (limit: "wallMs" | "cpuMs") => void
  private timer: ReturnType<typeof setTimeout> | undefined = undefined
  private wallDue = 0
  private cpuDue = 0

  /** `cpu`: the clock of the CPU time. Without one, CPU time is not limited. */
  constructor(limits: GuestLimits, cpu: CpuClock | undefined, passed: (limit: "wallMs" | "cpuMs") => void) {
    this.limits = limits
    this.cpu = limits.cpuMs === Number.POSITIVE_INFINITY ? undefined : cpu
    this.passed = passed
  }

  start(): void {
    const { wallMs, cpuMs } = this.limits
    this.wallDue = performance.now() + wallMs
    if (this.cpu === undefined) {
      this.arm(wallMs)
    } else {
      this.cpuDue = this.cpu.read() + cpuMs
      this.arm(Math.min(wallMs, cpuMs))
    }
  }

  stop(): void {
    clearTimeout(this.timer)
  }

  private arm(ms: number): void {
    this.timer = setTimeout(() => this.look(), Math.min(ms, longestTimeout))
  }

  private look(): void {
    const cpuLeft = this.cpu === undefined ? Number.POSITIVE_INFINITY : this.cpuDue - this.cpu.read()
    const wallLeft = this.wallDue - performance.now()
    if (cpuLeft <= 0) this.passed("cpuMs")
    else if (wallLeft <= 0) this.passed("wallMs")
    else this.arm(Math.min(wallLeft, Math.max(cpuLeft, tickMs)))
  }
}
