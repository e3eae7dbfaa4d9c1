import { KeptOutput } from "./KeptOutput.ts"
import { LiveOutput } from "./LiveOutput.ts"
import type { ParentSocket } from "./ParentSocket.ts"

/** Thrown through a guest that prints more than it may. */
export class OutputFull extends Error {}

/**
 * Both streams of a guest, and their bound. Standard output beyond the bound ends the guest. Standard error beyond the
 * bound is dropped and counted.
 */
export class GuestOutput {
  /** The output that is not sent as it comes. */
  readonly kept = new KeptOutput()
  dropped = 0
  private readonly live: LiveOutput
  private readonly keeps: boolean
  private outLeft: number
  private errorLeft: number

  constructor(channel: ParentSocket, outputBytes: number, keeps: boolean) {
    this.live = new LiveOutput(channel)
    this.keeps = keeps
    this.outLeft = this.errorLeft = outputBytes
  }

  readonly stdout = (bytes: Uint8Array): void => {
    const fits = bytes.length <= this.outLeft
    const taken = fits ? bytes : bytes.subarray(0, this.outLeft)
    this.outLeft -= taken.length
    if (this.keeps) this.kept.push(taken)
    else this.live.write(false, taken)
    if (!fits) throw new OutputFull()
  }

  readonly stderr = (bytes: Uint8Array): void => {
    const taken = bytes.length <= this.errorLeft ? bytes : bytes.subarray(0, this.errorLeft)
    this.errorLeft -= taken.length
    this.dropped += bytes.length - taken.length
    if (taken.length > 0) this.live.write(true, taken)
  }

  flush(): void {
    this.live.flush()
  }
}
