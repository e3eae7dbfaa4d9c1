import type { Refused } from "@toolgate/core"
import * as Exit from "effect/Exit"
import type { Fiber } from "effect/Fiber"
import type { ChildFrame } from "./frames/ChildFrame.ts"
import type { GuestJob } from "./GuestJob.ts"
import { type GuestProcess, quietBounds } from "./pool/GuestProcess.ts"
import type { Occupant, ProcessEnd } from "./pool/Occupant.ts"
import type { WasmHost } from "./WasmHost.ts"

/** The time limit for preparing a guest, in milliseconds: compiling it and receiving its files. */
export const readyMs = 20_000

/** Receives the result of the preparation. Exactly one of the methods is called, once. */
interface HandoverEvents {
  ready(): void
  /** Called when something that the guest needs is not available. The process is unchanged. */
  failed(exit: Exit.Failure<unknown, Refused>): void
  /** Called at the time limit. */
  late(): void
  gone(how: ProcessEnd): void
}

/** Prepares a guest: fetches what the guest needs, and lets the process load it. */
export class GuestPreparation implements Occupant {
  private readonly process: GuestProcess
  private readonly job: GuestJob
  private readonly events: HandoverEvents
  private getting: Fiber<unknown, Refused> | undefined = undefined
  private clock: ReturnType<typeof setTimeout> | undefined = undefined

  constructor(process: GuestProcess, job: GuestJob, events: HandoverEvents) {
    this.process = process
    this.job = job
    this.events = events
  }

  start({ runFork }: Pick<WasmHost, "runFork">): void {
    const { before } = this.job
    this.process.worksFor(this, quietBounds)
    if (before === undefined) {
      this.makeReady()
      return
    }
    const fiber = runFork(before)
    this.getting = fiber
    fiber.addObserver((exit) => {
      if (this.getting === undefined) return
      this.getting = undefined
      if (Exit.isSuccess(exit)) this.makeReady()
      else this.events.failed(exit)
    })
  }

  /** Cancels the preparation. Returns true if the process is unchanged. */
  abandon(): boolean {
    const { getting } = this
    this.getting = undefined
    getting?.interruptUnsafe()
    clearTimeout(this.clock)
    return getting !== undefined
  }

  private makeReady(): void {
    const { process, events } = this
    const { guest, scriptMemory } = this.job
    const ahead = this.job.ahead()
    if (scriptMemory !== undefined) process.prepareScripts(scriptMemory)
    if (guest !== undefined) process.hold(guest)
    if (ahead !== undefined) process.sendAhead(ahead.frame, ahead.parts)
    if (process.isReady) {
      events.ready()
      return
    }
    this.clock = setTimeout(() => events.late(), readyMs)
    process.sync()
  }

  frame({ type }: ChildFrame): void {
    clearTimeout(this.clock)
    if (type === "ready") this.events.ready()
    else this.process.kill("it sent a frame before it was ready")
  }

  gone(how: ProcessEnd): void {
    this.abandon()
    this.events.gone(how)
  }
}
