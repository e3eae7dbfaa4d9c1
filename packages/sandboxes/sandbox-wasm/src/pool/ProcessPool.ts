import type { CachedGuest } from "./CachedGuest.ts"
import { GuestProcess, quietBounds } from "./GuestProcess.ts"
import { GuestSlots, mostDeep } from "./GuestSlots.ts"
import { IdleProcesses } from "./IdleProcesses.ts"
import { KeepAlive } from "./KeepAlive.ts"
import type { Launcher } from "./Launcher.ts"
import type { ProcessLaunch } from "./launch.ts"
import type { Occupant } from "./Occupant.ts"
import type { PoolBounds } from "./PoolBounds.ts"
import type { Tenant } from "./Tenant.ts"
import { Warmth } from "./Warmth.ts"

/**
 * A pool of guest processes. They are started in advance, and work for one tenant at a time. A tenant waits for a slot,
 * and then for a process. The first tenant starts the pool, which keeps this process alive only while a tenant waits.
 */
export class ProcessPool {
  private readonly warmth = new Warmth()
  private readonly launcher: Pick<Launcher, "next" | "worked" | "failed" | "startProblem">
  private readonly bounds: PoolBounds
  private readonly places: GuestSlots<Tenant>
  /** Tenants with a slot and without a process, in the order of the queue. */
  private readonly seated = new Set<Tenant>()
  private readonly all = new Set<GuestProcess>()
  private readonly starting = new Set<GuestProcess>()
  private readonly idle: IdleProcesses
  private readonly busy = new Map<GuestProcess, Tenant>()
  private readonly keepAlive = new KeepAlive()
  private failures = 0
  private closed: { readonly done: () => void } | undefined = undefined

  constructor(launcher: Pick<Launcher, "next" | "worked" | "failed" | "startProblem">, bounds: PoolBounds) {
    this.launcher = launcher
    this.bounds = bounds
    this.places = new GuestSlots(bounds.most, {
      go: (tenant) => this.seat(tenant),
      tooLate: (tenant) => {
        this.keepAlive.give()
        tenant.tooLate()
      }
    })
    this.idle = new IdleProcesses(bounds)
  }

  /** Starts the spares in advance. */
  start(): void {
    this.grow()
  }

  /**
   * Serves the tenant at once if there is a slot and an idle process, and otherwise in its session's turn. Returns
   * whether the tenant waits for a slot.
   */
  take(tenant: Tenant): boolean {
    const place = this.closed === undefined ? this.places.take(tenant) : undefined
    if (place === undefined || place === "full") {
      tenant.failed(place === undefined ? closedReason : nestedReason)
      return false
    }
    this.keepAlive.take()
    if (place === "given") this.seat(tenant)
    return place === "waits"
  }

  /** Called for a tenant that no longer waits. */
  leave(tenant: Tenant): void {
    this.seated.delete(tenant)
    if (this.places.leave(tenant)) this.keepAlive.give()
  }

  /**
   * Takes back a process that can be reused. Other processes are killed, and their tenants notified when they are gone.
   */
  giveBack(process: GuestProcess): void {
    const tenant = this.busy.get(process)
    this.busy.delete(process)
    this.makeIdle(process)
    // The tenant leaves last, so that the next one finds the process.
    if (tenant !== undefined) this.leave(tenant)
    if (this.all.size > this.most) this.idle.endOldest()
  }

  /** Whether the pool is closing. */
  get isClosed(): boolean {
    return this.closed !== undefined
  }

  /** Compiles a module in all current and future idle processes. */
  warmModule(module: CachedGuest): void {
    if (this.warmth.usedModule(module)) for (const process of this.idle.all) process.hold(module)
  }

  /** Prepares the script engine in all current and future idle processes. */
  warmScripts(memoryBytes: number): void {
    if (this.warmth.usedScript(memoryBytes)) for (const process of this.idle.all) process.prepareScripts(memoryBytes)
  }

  /** Kills all processes, including working ones. Calls `done` when the last one is gone. */
  close(done: () => void): void {
    this.idle.close()
    this.keepAlive.take()
    this.closed = {
      done: () => {
        this.keepAlive.close()
        done()
      }
    }
    this.failAll(closedReason)
    if (this.all.size === 0) this.closed.done()
    else this.killAll()
  }

  /** Serves a tenant that has its slot. */
  private seat(tenant: Tenant): void {
    const process = this.idle.takeFor(tenant)
    if (process === undefined) {
      if (this.starting.size === 0) this.failures = 0
      this.seated.add(tenant)
    } else {
      this.give(process, tenant)
    }
    this.grow()
  }

  private give(process: GuestProcess, tenant: Tenant): void {
    this.busy.set(process, tenant)
    tenant.got(process)
  }

  /** The most processes. A guest called by a guest shares its slot, but needs a separate process. */
  private get most(): number {
    return this.bounds.most + this.places.lent
  }

  // Spares are started when no tenant waits: one starting process serves a tenant sooner than two.
  private grow(): void {
    // While tenants wait, all idle processes are unsuitable.
    const wanted = this.seated.size > 0 ? this.idle.size + this.seated.size : this.bounds.spares
    while (
      this.closed === undefined &&
      this.failures < mostFailures &&
      this.all.size < this.most &&
      this.idle.size + this.starting.size < wanted
    )
      this.startOne()
    // The oldest idle process is replaced by a suitable one.
    if (this.seated.size > 0 && this.starting.size === 0) this.idle.endOldest()
  }

  private startOne(): void {
    const launch = this.launcher.next()
    const started = this.spawned(launch)
    if (started === undefined) {
      if (this.launcher.failed(launch)) return
      this.failures = mostFailures
      this.failAll(this.launcher.startProblem)
      return
    }
    if (this.all.size === 0) process.on("exit", this.killAll)
    this.all.add(started)
    this.starting.add(started)
    const late = setTimeout(() => started.kill(), startMs).unref()
    const starting: Occupant = {
      frame: ({ type }) => {
        clearTimeout(late)
        if (type === "ready") this.started(started)
        else started.kill("it sent a frame before it was ready")
      },
      gone: () => clearTimeout(late)
    }
    started.worksFor(starting, quietBounds)
    this.warmth.warm(started)
    started.sync()
  }

  /** Most faults are reported later. A system without memory reports at once. */
  private spawned(launch: ProcessLaunch): GuestProcess | undefined {
    try {
      return new GuestProcess(launch, (gone) => this.lost(gone))
    } catch {
      return undefined
    }
  }

  private started(process: GuestProcess): void {
    this.failures = 0
    this.launcher.worked(process.launch)
    process.begins()
    this.starting.delete(process)
    this.makeIdle(process)
    this.grow()
  }

  private makeIdle(process: GuestProcess): void {
    if (!process.rests()) return
    const tenant = [...this.seated].find(({ needsFresh }) => process.isFresh || !needsFresh)
    if (tenant === undefined) {
      this.idle.add(process)
      this.grow()
    } else {
      this.seated.delete(tenant)
      this.give(process, tenant)
    }
  }

  private lost(process: GuestProcess): void {
    const tenant = this.busy.get(process)
    this.all.delete(process)
    this.idle.remove(process)
    this.busy.delete(process)
    if (tenant !== undefined) this.leave(tenant)
    const hasFailed = this.starting.delete(process) && !this.launcher.failed(process.launch)
    if (hasFailed && ++this.failures === mostFailures) this.failAll(this.launcher.startProblem)
    if (this.all.size === 0) this.isEmpty()
    this.grow()
  }

  private isEmpty(): void {
    process.removeListener("exit", this.killAll)
    this.closed?.done()
  }

  // Queued tenants come first, because they would otherwise get the freed slots.
  private failAll(reason: string): void {
    for (const tenant of [...this.places.waiting, ...this.seated]) {
      this.leave(tenant)
      tenant.failed(reason)
    }
  }

  private readonly killAll = (): void => {
    for (const process of this.all) process.kill()
  }
}

/** After this many failed starts in a row, all waiting tenants fail. */
const mostFailures = 3

/** The time limit for the start of a process, in milliseconds, for a busy machine. */
const startMs = 30_000

const closedReason = "the sandbox was closed"
const nestedReason = `guests may call each other at most ${mostDeep} deep`
