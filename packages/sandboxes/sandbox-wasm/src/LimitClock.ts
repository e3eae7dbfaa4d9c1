import type { GuestLimits } from "./GuestLimits.ts"
import type { CpuClock } from "./pool/CpuClock.ts"

/**
 * Milliseconds between checks of a guest that has nearly used up its processor time: about one tick of the scheduler.
 */
const tickMs = 5

// The longest delay of a timer.
const longestTimeout = 2 ** 31 - 1

/** The clock of one run: one timer for the next limit that may pass. */
export class LimitClock {
  private readonly limits: GuestLimits
  private readonly cpu: CpuClock | undefined
  private readonly passed: (limit: "wallMs" | "cpuMs") => void
  private timer: ReturnType<typeof setTimeout> | undefined = undefined
  private wallDue = 0
  private openWaits = 0
  private waitsSince = 0
  private cpuDue = 0

  /** `cpu`: measures processor time. Absent: processor time is not limited. */
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

  /** Stops the wall time while a call of the guest waits for its caller. */
  waits(isWaiting: boolean): void {
    const now = performance.now()
    if (isWaiting && this.openWaits++ === 0) this.waitsSince = now
    if (isWaiting || --this.openWaits > 0) return
    this.wallDue += now - this.waitsSince
    this.stop()
    this.look()
  }

  stop(): void {
    clearTimeout(this.timer)
  }

  private arm(ms: number): void {
    this.timer = setTimeout(() => this.look(), Math.min(ms, longestTimeout))
  }

  private look(): void {
    const cpuLeft = this.cpu === undefined ? Number.POSITIVE_INFINITY : this.cpuDue - this.cpu.read()
    const wallLeft = this.openWaits > 0 ? Number.POSITIVE_INFINITY : this.wallDue - performance.now()
    if (cpuLeft <= 0) this.passed("cpuMs")
    else if (wallLeft <= 0) this.passed("wallMs")
    else this.arm(Math.min(wallLeft, Math.max(cpuLeft, tickMs)))
  }
}
