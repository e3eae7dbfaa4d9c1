import { type FairSlots, queueMs, type SlotTicket } from "@toolgate/core"
import { quoteMessage } from "./endings.ts"
import type { ChildFrame } from "./frames/ChildFrame.ts"
import type { AdmitFrame, CheckFrame } from "./frames/ParentFrame.ts"
import { readAdmittedParts } from "./frames/readAdmittedParts.ts"
import { formatTime } from "./measures.ts"
import { type GuestProcess, quietBounds } from "./pool/GuestProcess.ts"
import { getAskerShare, type SlotAsker } from "./pool/GuestSlots.ts"
import type { Occupant, ProcessEnd } from "./pool/Occupant.ts"
import type { ProcessPool } from "./pool/ProcessPool.ts"
import type { Tenant } from "./pool/Tenant.ts"

/** The time limit for checking a guest, in milliseconds. */
const wallMs = 20_000

/** Guests of this size and above share a few slots for their checks. */
const largeBytes = 4 * 2 ** 20

/** The longest answer to a check. The answer does not repeat the module. */
const answerBytes = 64 * 1024

/**
 * The result of a check: a guest that may run, or the reason why not, as the rest of a sentence. `parts`: the parts of
 * the module that may run. `unchecked`: why the check did not happen, which concerns one caller only.
 */
export type Admitted =
  | { readonly parts: ReadonlyArray<Uint8Array> }
  | { readonly refused: string; readonly unchecked?: "QueueBusy" | "SandboxUnavailable" }

/** A requested check, and the call that needs it. */
export interface ToAdmit {
  readonly asker: SlotAsker
  readonly bytes: Uint8Array
  readonly asked: AdmitFrame | CheckFrame
  /** Returns the result of another check of the same guest, if it is known by now. */
  readonly known: () => Admitted | undefined
}

/** Checks a guest in a separate process, because the gate must not parse hostile bytes. */
export class AdmissionTask implements Tenant, Occupant {
  readonly guest = undefined
  readonly prefersRested = false
  readonly asker: SlotAsker
  private readonly pool: ProcessPool
  /** Slots for large guests, because each check copies its guest. */
  private readonly largeChecks: FairSlots
  private ticket: SlotTicket | undefined = undefined
  private readonly task: ToAdmit
  private readonly done: (admitted: Admitted) => void
  private process: GuestProcess | undefined = undefined
  private clock: ReturnType<typeof setTimeout> | undefined = undefined
  private isLate = false

  constructor(pool: ProcessPool, largeChecks: FairSlots, task: ToAdmit, done: (admitted: Admitted) => void) {
    this.pool = pool
    this.largeChecks = largeChecks
    this.task = task
    this.done = done
    this.asker = task.asker
    pool.take(this)
  }

  /** An admitted guest may run in every process, so the process that admits it must not have run a guest. */
  get needsFresh(): boolean {
    return this.task.asked.type === "admit" && this.task.known() === undefined
  }

  got(process: GuestProcess): void {
    this.process = process
    process.worksFor(this, quietBounds)
    if (this.isLarge) {
      const waiter = { served: () => this.begin(), tooLate: () => this.end(process, busy) }
      this.ticket = this.largeChecks.enter(getAskerShare(this.asker), waiter, this.queueMs)
    }
    if (this.ticket?.hasSlot !== false) this.begin()
  }

  // Registration of a tool has no queue limit.
  get queueMs(): number {
    return this.asker === undefined ? Number.POSITIVE_INFINITY : queueMs
  }

  tooLate(): void {
    this.done(busy)
  }

  /** Starts the check once there is a process and, for a large guest, a slot. */
  begin(): void {
    const { process } = this
    const known = this.task.known()
    if (process === undefined) return
    if (known !== undefined) {
      this.end(process, known)
      return
    }
    const { asked, bytes } = this.task
    process.worksFor(this, { header: answerBytes, body: answerBytes })
    process.send(asked, [bytes])
    this.clock = setTimeout(() => {
      this.isLate = true
      process.kill()
    }, wallMs)
  }

  failed(reason: string): void {
    this.done({ refused: `it could not be checked: ${reason}`, unchecked: "SandboxUnavailable" })
  }

  frame(frame: ChildFrame): void {
    const { process } = this
    if (this.isLate || process === undefined) return
    if (frame.type !== "admitted" && frame.type !== "refused") {
      process.kill("it sent an unexpected frame")
      return
    }
    const admitted =
      frame.type === "admitted"
        ? { parts: readAdmittedParts(frame, this.task.bytes, answerBytes) }
        : { refused: quoteMessage(frame.reason) }
    clearTimeout(this.clock)
    if (frame.type === "refused" && frame.isSpoilt) process.kill()
    this.end(process, admitted)
  }

  gone({ fault }: ProcessEnd): void {
    if (this.process === undefined) return
    clearTimeout(this.clock)
    this.ticket?.leave()
    if (this.isLate) this.done({ refused: `it could not be checked within ${formatTime(wallMs)}` })
    else this.done({ refused: `the process that checked it exited${fault === undefined ? "" : `: ${fault}`}` })
  }

  private end(process: GuestProcess, admitted: Admitted): void {
    this.process = undefined
    this.ticket?.leave()
    this.pool.giveBack(process)
    this.done(admitted)
  }

  private get isLarge(): boolean {
    return this.task.bytes.length > largeBytes
  }
}

const busy: Admitted = {
  refused: `it could not be checked: all slots were busy for ${formatTime(queueMs)}; call it again later`,
  unchecked: "QueueBusy"
}
