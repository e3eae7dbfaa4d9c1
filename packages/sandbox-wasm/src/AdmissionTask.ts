import { quoted } from "./endings.ts"
import type { ChildFrame } from "./frames/ChildFrame.ts"
import { encodeFrame } from "./frames/encodeFrame.ts"
import type { AdmitFrame, CheckFrame } from "./frames/ParentFrame.ts"
import { inTime } from "./measures.ts"
import type { GuestProcess, Occupant, ProcessEnd } from "./pool/GuestProcess.ts"
import type { ProcessPool, Tenant } from "./pool/ProcessPool.ts"

/** How long a guest may be looked at, in milliseconds. */
const wallMs = 20_000

/** A guest that may run, or why it may not: the rest of a sentence about it. `bytes`: a module, as it may run. */
export type Admitted = { readonly bytes: Uint8Array } | { readonly refused: string }

/** Has a guest checked, by a process: to parse hostile bytes is no work for the dispatcher. */
export class AdmissionTask implements Tenant, Occupant {
  readonly module = undefined
  readonly prefersRested = false
  /** What is admitted runs in every process from then on. */
  readonly needsFresh: boolean
  private readonly pool: ProcessPool
  private readonly bytes: Uint8Array
  private readonly asked: AdmitFrame | CheckFrame
  private readonly done: (admitted: Admitted) => void
  private process: GuestProcess | undefined = undefined
  private clock: ReturnType<typeof setTimeout> | undefined = undefined
  private isLate = false

  constructor(
    pool: ProcessPool,
    bytes: Uint8Array,
    asked: AdmitFrame | CheckFrame,
    done: (admitted: Admitted) => void
  ) {
    this.pool = pool
    this.bytes = bytes
    this.asked = asked
    this.done = done
    this.needsFresh = asked.type === "admit"
    pool.take(this)
  }

  got(process: GuestProcess): void {
    this.process = process
    // Rewriting its limits makes a module longer by a few bytes.
    const body = this.asked.type === "admit" ? this.bytes.length + 64 * 1024 : 0
    process.worksFor(this, { header: 64 * 1024, body })
    process.send(encodeFrame(this.asked, [this.bytes]))
    this.clock = setTimeout(() => {
      this.isLate = true
      process.kill()
    }, wallMs)
  }

  failed(reason: string): void {
    this.done({ refused: `it could not be checked: ${reason}` })
  }

  frame(frame: ChildFrame): void {
    if (this.isLate) return
    if (frame.type !== "admitted" && frame.type !== "refused") {
      this.process?.kill("it sent a frame that was not asked for")
      return
    }
    clearTimeout(this.clock)
    // A copy: what came may be a part of something larger.
    const admitted =
      frame.type === "admitted" ? { bytes: new Uint8Array(frame.body) } : { refused: quoted(frame.reason) }
    if (this.process !== undefined) this.pool.giveBack(this.process)
    this.done(admitted)
  }

  gone({ fault }: ProcessEnd): void {
    clearTimeout(this.clock)
    if (this.isLate) this.done({ refused: `it could not be checked within ${inTime(wallMs)}` })
    else this.done({ refused: `the process that checked it ended${fault === undefined ? "" : `: ${fault}`}` })
  }
}
