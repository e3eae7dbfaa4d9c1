import { encodeFrame } from "../frames/encodeFrame.ts"
import { GuestProcess, type HeldModule, type Occupant, quietBounds } from "./GuestProcess.ts"
import { KeepAlive } from "./KeepAlive.ts"
import type { PoolBounds } from "./PoolBounds.ts"
import { Warmth } from "./Warmth.ts"

/** Who needs a process. Told once: that there is one, which it then gives back or kills, or that there will be none. */
export interface Tenant {
  /** The module that it is going to run, if any. */
  readonly module: number | undefined
  /** Whether the process that was used last is still busy making ready for the next of its kind. */
  readonly prefersRested: boolean
  /** Whether it believes no process that has worked for anybody: a guest may have taken that over. */
  readonly needsFresh: boolean
  got(process: GuestProcess): void
  failed(reason: string): void
}

/**
 * Processes for guests: started before they are needed, one tenant at a time each. None is started before the first tenant,
 * and the pool keeps its own process alive only while somebody waits for something.
 */
export class ProcessPool {
  private readonly warmth = new Warmth()
  private readonly commandLine: () => ReadonlyArray<string>
  private readonly bounds: PoolBounds
  private readonly all = new Set<GuestProcess>()
  private readonly starting = new Set<GuestProcess>()
  /** The one used last at the end: it is taken first, so that the others can go. */
  private readonly idle: Array<GuestProcess> = []
  private readonly busy = new Set<GuestProcess>()
  private readonly waiting = new Set<Tenant>()
  private readonly keepAlive = new KeepAlive()
  private failures = 0
  private shrinking: ReturnType<typeof setTimeout> | undefined = undefined
  private closed: { readonly done: () => void } | undefined = undefined

  /** `commandLine` is asked for when the first process is needed. */
  constructor(commandLine: () => ReadonlyArray<string>, bounds: PoolBounds) {
    this.commandLine = commandLine
    this.bounds = bounds
  }

  /** Starts the spares, before anybody asks. */
  start(): void {
    this.grow()
  }

  /** Told at once if a process is idle, otherwise in the order of asking. */
  take(tenant: Tenant): void {
    if (this.closed !== undefined) {
      tenant.failed(closedReason)
      return
    }
    this.keepAlive.take()
    const process = this.pick(tenant)
    if (process === undefined) {
      if (this.starting.size === 0) this.failures = 0
      this.waiting.add(tenant)
    } else {
      this.busy.add(process)
      tenant.got(process)
    }
    this.grow()
  }

  /** For a tenant that does not wait any longer. */
  leave(tenant: Tenant): void {
    if (this.waiting.delete(tenant)) this.keepAlive.give()
  }

  /** The process is as good as new. One that is not is killed instead, and its tenant told when it is gone. */
  giveBack(process: GuestProcess): void {
    this.busy.delete(process)
    this.keepAlive.give()
    this.makeIdle(process)
  }

  /** Whether its processes are ended because nobody needs them any more. */
  get isClosed(): boolean {
    return this.closed !== undefined
  }

  /** Has processes compile a module before it is asked for: those that are idle, and those to come. */
  warmModule(module: HeldModule): void {
    this.warmth.usedModule(module)
    for (const process of this.idle) process.hold(module)
  }

  /** The same for the script engine. */
  warmScripts(memoryBytes: number): void {
    if (this.warmth.usedScript(memoryBytes)) for (const process of this.idle) process.prepareScripts(memoryBytes)
  }

  /** Ends all of them, also those that work. `done` is called when the last is gone. */
  close(done: () => void): void {
    clearTimeout(this.shrinking)
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

  private pick({ module, prefersRested, needsFresh }: Tenant): GuestProcess | undefined {
    const usable = this.idle.filter((process) => process.isUsable && (process.isFresh || !needsFresh))
    const holding = usable.findLast((process) => module !== undefined && process.holds(module))
    const picked = holding ?? (prefersRested ? usable.at(-2) : undefined) ?? usable.at(-1)
    if (picked !== undefined) this.idle.splice(this.idle.indexOf(picked), 1)
    return picked
  }

  // Spares are started once nobody waits: somebody who does is served sooner by one process than by two that start at once.
  private grow(): void {
    // What is idle while somebody waits is none that they take.
    const wanted = this.waiting.size > 0 ? this.idle.length + this.waiting.size : this.bounds.spares
    while (
      this.closed === undefined &&
      this.failures < mostFailures &&
      this.all.size < this.bounds.most &&
      this.idle.length + this.starting.size < wanted
    )
      this.startOne()
    // It makes room for one that they take.
    if (this.waiting.size > 0 && this.starting.size === 0) this.idle.shift()?.kill()
  }

  private startOne(): void {
    const started = this.spawned()
    if (started === undefined) {
      this.failures = mostFailures
      this.failAll(startReason)
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
        else started.kill("it spoke before it was ready")
      },
      gone: () => clearTimeout(late)
    }
    started.worksFor(starting, quietBounds)
    this.warmth.warm(started)
    started.send(encodeFrame({ type: "sync" }))
  }

  /** Most of what goes wrong is told later; a system without memory says so at once. */
  private spawned(): GuestProcess | undefined {
    try {
      return new GuestProcess(this.commandLine(), (gone) => this.lost(gone))
    } catch {
      return undefined
    }
  }

  private started(process: GuestProcess): void {
    this.failures = 0
    this.starting.delete(process)
    this.makeIdle(process)
    this.grow()
  }

  private makeIdle(process: GuestProcess): void {
    if (!process.rests()) return
    const tenant = [...this.waiting].find(({ needsFresh }) => process.isFresh || !needsFresh)
    if (tenant === undefined) {
      process.idleSince = performance.now()
      this.idle.push(process)
      if (this.idle.length > this.bounds.spares) this.shrinking ??= this.shrinkLater(this.bounds.idleMs)
      this.grow()
    } else {
      this.waiting.delete(tenant)
      this.busy.add(process)
      tenant.got(process)
    }
  }

  private shrinkLater(ms: number): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.shrink(), ms).unref()
  }

  // Those at the beginning have been idle longest.
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
      this.idle.shift()?.kill()
    }
  }

  private lost(process: GuestProcess): void {
    this.all.delete(process)
    const at = this.idle.indexOf(process)
    if (at >= 0) this.idle.splice(at, 1)
    if (this.busy.delete(process)) this.keepAlive.give()
    if (this.starting.delete(process) && ++this.failures === mostFailures) this.failAll(startReason)
    if (this.all.size === 0) this.isEmpty()
    this.grow()
  }

  private isEmpty(): void {
    process.removeListener("exit", this.killAll)
    this.closed?.done()
  }

  private failAll(reason: string): void {
    for (const tenant of this.waiting) {
      this.leave(tenant)
      tenant.failed(reason)
    }
  }

  private readonly killAll = (): void => {
    for (const process of this.all) process.kill()
  }
}

/** So many in a row that do not start, and nobody waits for the next. */
const mostFailures = 3

/** How long one may take to start, in milliseconds, on a machine that does much else. */
const startMs = 30_000

const closedReason = "the sandbox was closed"
const startReason = "its process did not start"
