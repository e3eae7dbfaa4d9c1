import type { GuestProcess } from "./GuestProcess.ts"
import type { PoolBounds } from "./PoolBounds.ts"
import type { Tenant } from "./Tenant.ts"

/** The idle processes of a pool. Processes beyond the spares are killed after a long idle time. */
export class IdleProcesses {
  private readonly bounds: PoolBounds
  /** The most recently used last. It is taken first, so that the others can expire. */
  private readonly idle: Array<GuestProcess> = []
  private shrinking: ReturnType<typeof setTimeout> | undefined = undefined

  constructor(bounds: PoolBounds) {
    this.bounds = bounds
  }

  get size(): number {
    return this.idle.length
  }

  get all(): ReadonlyArray<GuestProcess> {
    return this.idle
  }

  add(process: GuestProcess): void {
    process.idleSince = performance.now()
    this.idle.push(process)
    if (this.idle.length > this.bounds.spares) this.shrinking ??= this.shrinkLater(this.bounds.idleMs)
  }

  remove(process: GuestProcess): void {
    const at = this.idle.indexOf(process)
    if (at >= 0) this.idle.splice(at, 1)
  }

  /** Takes a suitable process for a tenant, if there is one. */
  takeFor({ guest, prefersRested, needsFresh }: Tenant): GuestProcess | undefined {
    const usable = this.idle.filter((process) => process.isUsable && (process.isFresh || !needsFresh))
    const holding = usable.findLast((process) => guest !== undefined && process.holds(guest))
    const taken = holding ?? (prefersRested ? usable.at(-2) : undefined) ?? usable.at(-1)
    if (taken !== undefined) this.remove(taken)
    return taken
  }

  /** Kills the process with the longest idle time, if there is one. */
  endOldest(): void {
    this.idle.shift()?.kill()
  }

  close(): void {
    clearTimeout(this.shrinking)
  }

  private shrinkLater(ms: number): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.shrink(), ms).unref()
  }

  // The first processes have the longest idle time.
  private shrink(): void {
    this.shrinking = undefined
    const now = performance.now()
    while (this.idle.length > this.bounds.spares) {
      const [oldest] = this.idle
      const left = (oldest?.idleSince ?? 0) + this.bounds.idleMs - now
      if (left > 0) {
        this.shrinking = this.shrinkLater(Math.ceil(left))
        return
      }
      this.endOldest()
    }
  }
}
