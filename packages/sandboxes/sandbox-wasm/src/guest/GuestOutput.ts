import { OutputBuffer } from "./OutputBuffer.ts"
import type { ParentSocket } from "./ParentSocket.ts"

/** Thrown through a guest that exceeds its output limit. */
export class OutputFull extends Error {}

/**
 * Both output streams of a guest, with their limit. Too much standard output ends the guest. Too much standard error is
 * dropped and counted.
 */
export class GuestOutput {
  /** Output that is not streamed. */
  readonly kept = new OutputBuffer()
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

/** The number of writes that are sent at once. Later writes are combined. */
const eagerWrites = 256

const pieceBytes = 16 * 1024

/** Milliseconds that a piece may wait for the next write. */
const patience = 20

/**
 * Streams a guest's output in order. Combines small writes, so that a guest that prints byte by byte does not overload
 * its parent.
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

  /** Takes ownership of the bytes. */
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
