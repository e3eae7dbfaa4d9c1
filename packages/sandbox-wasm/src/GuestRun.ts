import type { Permit, Ran, Refused, Stoppable, ToolOutput } from "@toolgate/core"
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import type { Fiber } from "effect/Fiber"
import * as Option from "effect/Option"
import { CallBridge } from "./CallBridge.ts"
import { type GuestLimit, noProcess, processDied, ranInto, sandboxClosed, tooManyCalls } from "./endings.ts"
import type { ChildFrame } from "./frames/ChildFrame.ts"
import type { GuestJob, Outcome } from "./GuestJob.ts"
import type { GuestLimits } from "./GuestLimits.ts"
import { HeardOutput } from "./HeardOutput.ts"
import { LimitClock } from "./LimitClock.ts"
import type { GuestProcess, Occupant, ProcessEnd } from "./pool/GuestProcess.ts"
import type { Tenant } from "./pool/ProcessPool.ts"
import type { WasmHost } from "./WasmHost.ts"

/**
 * One run of a guest, from what it has to be given to what becomes of its end. Its clock runs while a process works for it. It
 * is answered once, and never before its process is idle again or gone.
 */
export class GuestRun implements Stoppable, Tenant, Occupant {
  readonly module: number | undefined
  readonly prefersRested: boolean
  readonly needsFresh = false
  private readonly host: WasmHost
  private readonly permit: Permit
  private readonly job: GuestJob
  private readonly limits: GuestLimits
  private readonly ended: (exit: Exit.Exit<Ran, Refused>) => void
  private readonly heard: HeardOutput
  private state: "new" | "preparing" | "waiting" | "running" | "dying" | "finishing" | "ended" = "new"
  private fiber: Fiber<unknown, unknown> | undefined = undefined
  private process: GuestProcess | undefined = undefined
  private clock: LimitClock | undefined = undefined
  /** What holds its CPU time: nothing, where its process has no clock. */
  private cpuMeans: string
  private bridge: CallBridge | undefined = undefined
  /** What is answered, once that is known. */
  private outcome: Outcome | undefined = undefined

  constructor(
    host: WasmHost,
    permit: Permit,
    job: GuestJob,
    limits: GuestLimits,
    ended: (exit: Exit.Exit<Ran, Refused>) => void
  ) {
    this.host = host
    this.permit = permit
    this.job = job
    this.module = job.module?.id
    this.prefersRested = job.module === undefined
    this.limits = limits
    this.cpuMeans = limits.cpuMs === Number.POSITIVE_INFINITY ? "none" : host.enforced.cpuMs
    this.ended = ended
    const { context } = permit.request
    this.heard = new HeardOutput((stream, text) => context.emit(stream, text), limits.outputBytes)
  }

  start(): void {
    // Told to stop before it began.
    if (this.outcome !== undefined) {
      this.answer(this.outcome)
      return
    }
    const { before } = this.job
    if (before === undefined) {
      this.wait()
    } else {
      this.state = "preparing"
      this.fiber = this.host.runFork(before)
      this.fiber.addObserver((exit) => this.prepared(exit as Exit.Exit<unknown, Refused>))
    }
  }

  private prepared(exit: Exit.Exit<unknown, Refused>): void {
    if (this.state !== "preparing") return
    if (Exit.isSuccess(exit)) {
      this.wait()
      return
    }
    const refusal = Cause.findErrorOption(exit.cause)
    if (Option.isSome(refusal)) {
      this.answer({ error: refusal.value, dropped: 0 })
    } else {
      // A defect: the gate knows how to tell of one.
      this.state = "ended"
      this.ended(Exit.failCause(exit.cause))
    }
  }

  private wait(): void {
    this.state = "waiting"
    this.host.pool.take(this)
  }

  /** Called by the pool. */
  failed(reason: string): void {
    this.answer({ error: noProcess(this.tool, reason), dropped: 0 })
  }

  /** Called by the pool. */
  got(process: GuestProcess): void {
    const { job } = this
    this.state = "running"
    this.process = process
    process.worksFor(this, job.bounds)
    if (job.module !== undefined) process.hold(job.module)
    if (job.calls > 0)
      this.bridge = new CallBridge(this.permit.request.context, job.calls, (frame) => process.send(frame))
    if (process.cpu === undefined) this.cpuMeans = "none"
    this.clock = new LimitClock(this.limits, process.cpu, (limit) => this.end(this.limited(limit)))
    this.clock.start()
    process.send(job.frame())
  }

  /** Called by its process. */
  frame(frame: ChildFrame): void {
    // What was still on its way when it was told to end does not count any more, but for what it printed.
    if (frame.type === "wrote") {
      if (frame.stream === "stdout" && !this.job.printsResult) this.process?.kill("it printed what it was to keep")
      else if (!this.heard.hear(frame.stream, frame.body)) this.process?.kill("it printed more than it could")
    } else if (this.state === "running") {
      if (frame.type === "call" && this.bridge !== undefined) this.called(this.bridge, frame)
      else this.told(this.job.outcome(frame))
    }
  }

  private called(bridge: CallBridge, { call, tool, body }: ChildFrame & { type: "call" }): void {
    if (!bridge.call(call, tool, body)) this.end({ error: tooManyCalls(this.tool, this.job.calls), dropped: 0 })
  }

  private told(outcome: Outcome | undefined): void {
    if (outcome === undefined) {
      this.process?.kill("it sent a frame that was not asked for")
    } else if (outcome.limit !== undefined) {
      this.end({ ...outcome, error: ranInto(this.tool, outcome.limit, this.limits) })
    } else {
      this.leave()
      const { process } = this
      this.process = undefined
      if (process !== undefined) this.host.pool.giveBack(process)
      this.finish(outcome)
    }
  }

  /** Called by the gate. A guest that has ended by itself is not told any more; what it changed is being written. */
  stop(reason: Refused): void {
    const outcome = { error: reason, dropped: 0 }
    if (this.state === "new") {
      this.outcome ??= outcome
    } else if (this.state === "preparing") {
      this.answer(outcome)
      this.fiber?.interruptUnsafe()
    } else if (this.state === "waiting") {
      this.host.pool.leave(this)
      this.answer(outcome)
    } else if (this.state === "running") {
      this.end(outcome)
    }
  }

  /** Ends it with its process. It is answered when that is gone. */
  private end(outcome: Outcome): void {
    this.leave()
    this.state = "dying"
    this.outcome = outcome
    this.process?.kill()
  }

  /** Called by its process. */
  gone(how: ProcessEnd): void {
    this.leave()
    this.process = undefined
    this.finish(this.outcome ?? this.died(how))
  }

  private died(how: ProcessEnd): Outcome {
    if (how.fault === undefined && outOfMemory.has(how.signal)) return this.limited("memoryBytes")
    const error = this.host.pool.isClosed ? sandboxClosed(this.tool) : processDied(this.tool, how)
    return { error, dropped: 0 }
  }

  private leave(): void {
    this.clock?.stop()
    this.bridge?.close()
  }

  private limited(limit: GuestLimit): Outcome {
    return { error: ranInto(this.tool, limit, this.limits), limit, dropped: 0 }
  }

  private finish(outcome: Outcome): void {
    const { after } = outcome
    if (after === undefined) {
      this.answer(outcome)
      return
    }
    this.state = "finishing"
    this.host.runFork(after).addObserver((exit) => {
      if (Exit.isFailure(exit)) this.ended(Exit.failCause(exit.cause))
      else this.answer({ ...outcome, ...(exit.value.error && { error: exit.value.error }) }, exit.value.modified)
    })
  }

  private answer({ error, limit, value, dropped }: Outcome, modified?: ToolOutput["filesModified"]): void {
    this.state = "ended"
    const output = this.heard.result(value, error === undefined, dropped, modified)
    this.ended(Exit.succeed({ output, error, enforced: this.enforced(limit, dropped) }))
  }

  private enforced(limit: GuestLimit | undefined, dropped: number): Ran["enforced"] {
    const held = { ...this.host.enforced, cpuMs: this.cpuMeans }
    const cut = dropped > 0 && limit !== "outputBytes" ? (["outputBytes"] as const) : []
    if (limit !== undefined) return { ...held, reached: [limit, ...cut], endedBy: limit }
    return dropped > 0 ? { ...held, reached: cut } : held
  }

  private get tool(): string {
    return this.permit.request.tool.name
  }
}

/** How Node ends when JavaScript's heap, or the memory behind it, is used up. */
const outOfMemory: ReadonlySet<NodeJS.Signals | null> = new Set(["SIGABRT", "SIGTRAP"])
