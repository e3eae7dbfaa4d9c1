import {
  type BrokeredGuest,
  type Permit,
  queueBusy,
  type Ran,
  type Refused,
  type RunHandles,
  type Stoppable,
  type ToolOutput
} from "@toolgate/core"
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { CallBridge } from "./CallBridge.ts"
import { CollectedOutput } from "./CollectedOutput.ts"
import { describeEnforcement } from "./describeEnforcement.ts"
import { describeLostGuest } from "./describeLostGuest.ts"
import { describeLatePreparation, type GuestLimit, refuseOverLimit, refuseWithoutProcess } from "./endings.ts"
import type { ChildFrame } from "./frames/ChildFrame.ts"
import type { GuestJob, Outcome } from "./GuestJob.ts"
import type { GuestLimits } from "./GuestLimits.ts"
import { GuestPreparation, readyMs } from "./GuestPreparation.ts"
import { LimitClock } from "./LimitClock.ts"
import type { GuestProcess } from "./pool/GuestProcess.ts"
import { makeAsker, type SlotAsker } from "./pool/GuestSlots.ts"
import type { Occupant, ProcessEnd } from "./pool/Occupant.ts"
import type { Tenant } from "./pool/Tenant.ts"
import type { WasmHost } from "./WasmHost.ts"

/** Characters to keep from the end of standard error. */
const keptError = 4_096

/** Characters to keep from the end of the output of a script with a broker. */
const keptPrint = 65_536

/**
 * A run of a guest, from queueing for a process until all work after the guest's end is done. Its clock starts when the
 * guest receives its arguments: copying files and preparing the process do not count. A run is answered once, after its
 * process is idle again or gone.
 */
export class GuestRun implements Stoppable, Tenant, Occupant, BrokeredGuest {
  readonly guest: number | undefined
  readonly prefersRested: boolean
  readonly needsFresh = false
  readonly asker: SlotAsker
  private readonly host: WasmHost
  private readonly permit: Permit
  private readonly job: GuestJob
  private readonly limits: GuestLimits
  private readonly handles: RunHandles
  private readonly ended: (exit: Exit.Exit<Ran, Refused>) => void
  private readonly heard: CollectedOutput
  private state: "new" | "waiting" | "preparing" | "running" | "dying" | "finishing" | "ended" = "new"
  private handover: GuestPreparation | undefined = undefined
  private process: GuestProcess | undefined = undefined
  private clock: LimitClock | undefined = undefined
  /** The measure of processor time; "none" until the process has a clock. */
  private cpuMeans: string
  private isConfined = false
  private bridge: CallBridge | undefined = undefined
  private isQueued = false
  private queuedMs = 0
  private executed: Ran["executed"] = undefined
  private outcome: Outcome | undefined = undefined
  /** Called when the guest cannot continue without an answer. */
  private readonly idle: Array<() => void> = []

  constructor(
    host: WasmHost,
    permit: Permit,
    job: GuestJob,
    limits: GuestLimits,
    handles: RunHandles,
    ended: (exit: Exit.Exit<Ran, Refused>) => void
  ) {
    this.host = host
    this.permit = permit
    this.job = job
    this.guest = job.guest?.id
    this.prefersRested = job.scriptMemory !== undefined
    this.asker = makeAsker(permit.request)
    this.limits = limits
    this.cpuMeans = limits.cpuMs === Number.POSITIVE_INFINITY ? "none" : host.enforced.cpuMs
    this.handles = handles
    this.ended = ended
    this.heard = new CollectedOutput(
      (stream, text) => handles.emit(stream, text),
      limits.outputBytes,
      job.broker === undefined ? keptError : keptPrint
    )
  }

  start(): void {
    // The run was stopped before it began.
    if (this.outcome !== undefined) {
      this.answer(this.outcome)
      return
    }
    this.state = "waiting"
    if (this.host.pool.take(this)) this.queues(true)
  }

  get queueMs(): number {
    return this.handles.queueMs
  }

  private queues(isWaiting: boolean): void {
    if (this.isQueued === isWaiting) return
    this.isQueued = isWaiting
    this.queuedMs += isWaiting ? -performance.now() : performance.now()
    this.handles.queues(isWaiting)
  }

  tooLate(): void {
    this.executed = "no"
    this.answer({ error: queueBusy("one of the processes for guests", this.queueMs), dropped: 0 })
  }

  failed(reason: string): void {
    this.answer({ error: refuseWithoutProcess(this.tool, reason), dropped: 0 })
  }

  got(process: GuestProcess): void {
    this.queues(false)
    this.state = "preparing"
    this.process = process
    this.isConfined = process.isConfined
    this.handover = new GuestPreparation(process, this.job, {
      ready: () => this.begin(process),
      failed: (exit) => this.unprepared(exit),
      late: () => this.end({ error: describeLatePreparation(this.tool, readyMs), dropped: 0 }),
      gone: (how) => this.gone(how)
    })
    this.handover.start(this.host)
  }

  private unprepared(exit: Exit.Failure<unknown, Refused>): void {
    const refusal = Cause.findErrorOption(exit.cause)
    this.giveBack()
    if (Option.isSome(refusal)) {
      this.answer({ error: refusal.value, dropped: 0 })
    } else {
      // A defect, which the gate reports.
      this.state = "ended"
      this.ended(Exit.failCause(exit.cause))
    }
  }

  /** Sends the guest its arguments. */
  private begin(process: GuestProcess): void {
    const { job } = this
    // The run was stopped meanwhile.
    if (this.state !== "preparing") return
    this.state = "running"
    process.worksFor(this, job.bounds)
    if (job.calls + job.requests > 0)
      this.bridge = new CallBridge(this.permit.request.callId, this.handles, job, (frame, parts) =>
        process.send(frame, parts)
      )
    if (process.cpu === undefined) this.cpuMeans = "none"
    this.clock = new LimitClock(this.limits, process.cpu, (limit) => this.passed(limit, process))
    this.clock.start()
    const { frame, parts } = job.begin(this.handles, this)
    process.send(frame, parts)
  }

  /** A limit does not end a guest that finished in time, even if the gate reads the end late. */
  private async passed(limit: GuestLimit, process: GuestProcess): Promise<void> {
    await process.allRead()
    if (this.state === "running") this.end({ error: refuseOverLimit(this.tool, limit, this.limits), limit, dropped: 0 })
  }

  frame(frame: ChildFrame): void {
    // Of the frames still on their way after a stop, only output counts.
    if (frame.type === "wrote") {
      if (frame.stream === "stdout" && !this.job.printsResult) this.process?.kill("it sent output early")
      else if (!this.heard.hear(frame.stream, frame.body)) this.process?.kill("it exceeded its output limit")
    } else if (this.state === "running") {
      if (frame.type === "call" && this.bridge !== undefined) this.called(this.bridge, frame)
      else if (frame.type === "ready" && this.idle.length > 0) this.idle.shift()?.()
      else this.told(this.job.outcome(frame))
    }
  }

  private called(bridge: CallBridge, { call, tool, body }: ChildFrame & { type: "call" }): void {
    if (!bridge.call(call, tool, body)) this.process?.kill("it exceeded its limit on calls")
  }

  private told(outcome: Outcome | undefined): void {
    if (outcome === undefined) {
      this.process?.kill("it sent an unexpected frame")
    } else if (outcome.limit !== undefined) {
      this.end({ ...outcome, error: refuseOverLimit(this.tool, outcome.limit, this.limits) })
    } else if (outcome.isSpoilt === true || this.idle.length > 0) {
      this.end(outcome)
    } else {
      this.leave()
      this.giveBack()
      this.finish(outcome)
    }
  }

  /** A guest that has ended by itself cannot be stopped any more, because its changes are being written. */
  stop(reason: Refused): void {
    const outcome = { error: reason, dropped: 0 }
    if (this.state === "new") {
      this.outcome ??= outcome
    } else if (this.state === "waiting") {
      this.host.pool.leave(this)
      this.answer(outcome)
    } else if (this.state === "preparing" && this.handover?.abandon() === true) {
      this.giveBack()
      this.answer(outcome)
    } else if (this.state === "preparing" || this.state === "running") {
      this.end(outcome)
    }
  }

  whenIdle(): Promise<void> {
    return new Promise((resolve) => {
      if (this.state !== "running") return
      this.idle.push(resolve)
      this.process?.send({ type: "sync" })
    })
  }

  waits(isWaiting: boolean): void {
    if (this.state === "running") this.clock?.waits(isWaiting)
  }

  /** Returns the process to the pool, unchanged. */
  private giveBack(): void {
    const { process } = this
    this.process = undefined
    if (process !== undefined) this.host.pool.giveBack(process)
  }

  /** Kills the process together with the guest. The run is answered when the process is gone. */
  private end(outcome: Outcome): void {
    this.leave()
    this.state = "dying"
    this.outcome = outcome
    this.process?.kill()
  }

  gone(how: ProcessEnd): void {
    this.leave()
    this.process = undefined
    this.heard.isCutOff = how.isCutOff
    this.finish(this.outcome ?? this.lost(how))
  }

  private lost(how: ProcessEnd): Outcome {
    const at = this.host.pool.isClosed ? "closing" : this.state === "running" ? "running" : "preparing"
    return describeLostGuest(this.tool, how, this.limits, at)
  }

  private leave(): void {
    this.clock?.stop()
    this.bridge?.close()
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
    this.queues(false)
    const output = this.heard.result(value, error === undefined, dropped, modified)
    const { cpuMeans, isConfined, host } = this
    const enforced = describeEnforcement({ enforced: host.enforced, cpuMeans, isConfined, limit, dropped })
    const ran = { output, error, enforced, executed: this.executed }
    if (this.job.broker === undefined) this.ended(Exit.succeed(ran))
    else
      this.job.broker.ended(ran, performance.now() - this.handles.begunAt - this.queuedMs).then(
        (answer) => this.ended(Exit.succeed(answer)),
        (cause) => this.ended(Exit.die(cause))
      )
  }

  private get tool(): string {
    return this.permit.request.tool.name
  }
}
