import { type FairSlots, queueMs, type SlotTicket } from "@toolgate/core"
import { quoted } from "./endings.ts"
import { admittedParts } from "./frames/admittedParts.ts"
import type { ChildFrame } from "./frames/ChildFrame.ts"
import type { AdmitFrame, CheckFrame } from "./frames/ParentFrame.ts"
import { inTime } from "./measures.ts"
import { type GuestProcess, quietBounds } from "./pool/GuestProcess.ts"
import type { Occupant, ProcessEnd } from "./pool/Occupant.ts"
import { type Asker, shareOfAsker } from "./pool/Places.ts"
import type { ProcessPool } from "./pool/ProcessPool.ts"
import type { Tenant } from "./pool/Tenant.ts"

/** The time in which a guest has to be checked, in milliseconds. */
const wallMs = 20_000

/** The size from which only a few guests are checked at a time. */
const largeBytes = 4 * 2 ** 20

/** The most that the answer to a check may hold. The module itself does not come back. */
const answerBytes = 64 * 1024

/**
 * The answer to a check: a guest that may run, or the reason why it may not, as the rest of a sentence about it.
 * `parts`: the parts of the module as it may run. `unchecked`: why there was no check, which is true for one caller only.
 */
export type Admitted =
  | { readonly parts: ReadonlyArray<Uint8Array> }
  | { readonly refused: string; readonly unchecked?: "QueueBusy" | "SandboxUnavailable" }

/** A check that is to be made, and the call for which it is made. */
export interface ToAdmit {
  readonly asker: Asker
  readonly bytes: Uint8Array
  readonly asked: AdmitFrame | CheckFrame
  /** Returns what another check of the same guest has found out meanwhile. */
  readonly known: () => Admitted | undefined
}

/** A check of a guest by a process, because the dispatcher should not parse hostile bytes. */
export class AdmissionTask implements Tenant, Occupant {
  readonly guest = undefined
  readonly prefersRested = false
  readonly asker: Asker
  private readonly pool: ProcessPool
  /** The slots for checks of large guests. Each check takes memory for copies of its guest. */
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

  /** An admitted guest runs in every process from then on, so no guest may have run in the process that admits it. */
  get needsFresh(): boolean {
    return this.task.asked.type === "admit" && this.task.known() === undefined
  }

  got(process: GuestProcess): void {
    this.process = process
    process.worksFor(this, quietBounds)
    if (this.isLarge) {
      const waiter = { served: () => this.begin(), tooLate: () => this.end(process, busy) }
      this.ticket = this.largeChecks.enter(shareOfAsker(this.asker), waiter, this.queueMs)
    }
    if (this.ticket?.hasSlot !== false) this.begin()
  }

  // A tool that is being registered waits without a bound.
  get queueMs(): number {
    return this.asker === undefined ? Number.POSITIVE_INFINITY : queueMs
  }

  tooLate(): void {
    this.done(busy)
  }

  /** Begins the check, in a process and, for a large guest, with a slot. */
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
      process.kill("it sent a frame that nobody asked for")
      return
    }
    const admitted =
      frame.type === "admitted"
        ? { parts: admittedParts(frame, this.task.bytes, answerBytes) }
        : { refused: quoted(frame.reason) }
    clearTimeout(this.clock)
    if (frame.type === "refused" && frame.isSpoilt) process.kill()
    this.end(process, admitted)
  }

  gone({ fault }: ProcessEnd): void {
    if (this.process === undefined) return
    clearTimeout(this.clock)
    this.ticket?.leave()
    if (this.isLate) this.done({ refused: `it could not be checked within ${inTime(wallMs)}` })
    else this.done({ refused: `the process that checked it ended${fault === undefined ? "" : `: ${fault}`}` })
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
  refused: `it could not be checked: other checks took all places for ${inTime(queueMs)}; call it again later`,
  unchecked: "QueueBusy"
}
