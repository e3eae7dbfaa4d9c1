import { KeptOutput } from "./KeptOutput.ts"
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

/** The number of writes that go out as they come. After them, a guest that prints much is sent in larger pieces. */
const eagerWrites = 256

const pieceBytes = 16 * 1024

/** The time that a piece may wait for the next write, in milliseconds. */
const patience = 20

/**
 * The output of a guest, sent while the guest runs and in order. A guest that prints byte by byte must not make its
 * parent work for each byte.
 */
class LiveOutput {
  private readonly channel: ParentSocket
  private readonly pending: Array<Uint8Array> = []
  private size = 0
  private isError = false
  private writes = 0
  private sentAt = 0

  constructor(channel: ParentSocket) {
    this.channel = channel
  }

  /** Takes over the bytes, which nobody else may use any more. */
  write(isError: boolean, bytes: Uint8Array): void {
    if (isError !== this.isError) this.flush()
    this.isError = isError
    this.pending.push(bytes)
    this.size += bytes.length
    const eager = ++this.writes <= eagerWrites
    if (eager || this.size >= pieceBytes || performance.now() - this.sentAt >= patience) this.flush()
  }

  flush(): void {
    if (this.size === 0) return
    this.channel.send({ type: "wrote", isError: this.isError }, this.pending)
    this.pending.length = 0
    this.size = 0
    if (this.writes >= eagerWrites) this.sentAt = performance.now()
  }
}
