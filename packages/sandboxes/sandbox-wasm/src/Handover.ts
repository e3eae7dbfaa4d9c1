import type { Refused } from "@toolgate/core"
import * as Exit from "effect/Exit"
import type { Fiber } from "effect/Fiber"
import type { ChildFrame } from "./frames/ChildFrame.ts"
import type { GuestJob } from "./GuestJob.ts"
import { type GuestProcess, quietBounds } from "./pool/GuestProcess.ts"
import type { Occupant, ProcessEnd } from "./pool/Occupant.ts"
import type { WasmHost } from "./WasmHost.ts"

/** The time in which a process has to make a guest ready, in milliseconds: to compile it and to take in its files. */
export const readyMs = 20_000

/** A listener that waits until a process is ready for a guest. Exactly one of its members is called, once. */
interface HandoverEvents {
  ready(): void
  /** Called when something that the guest needs could not be had. The process is as it was. */
  failed(exit: Exit.Failure<unknown, Refused>): void
  /** Called when the process takes too long. */
  late(): void
  gone(how: ProcessEnd): void
}

/**
 * The work that is done before a guest begins: what the guest needs is fetched, and its process makes the guest ready.
 */
export class Handover implements Occupant {
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

  /** Gives up. Returns true if the process is as it was. */
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

  /** Called by its process. */
  frame({ type }: ChildFrame): void {
    clearTimeout(this.clock)
    if (type === "ready") this.events.ready()
    else this.process.kill("it sent a frame before it was ready")
  }

  /** Called by its process. */
  gone(how: ProcessEnd): void {
    this.abandon()
    this.events.gone(how)
  }
}
