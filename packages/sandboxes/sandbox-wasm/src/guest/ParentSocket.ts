import { readSync, writeSync } from "node:fs"
import { encodeFramePieces } from "../frames/encodeFrame.ts"
import { type Frame, FrameDecoder } from "../frames/FrameDecoder.ts"

/** The socket shared with the parent. Reads and writes block. */
const descriptor = 3

const chunkBytes = 64 * 1024

/**
 * The guest process's end of the socket. Reads block, so that a frame wakes only this thread, and a tool call is
 * synchronous for the guest. This process exits when the parent is gone.
 */
export class ParentSocket {
  // The limits are high because the parent is trusted.
  private readonly decoder = new FrameDecoder({ header: 2 ** 32, body: 2 ** 32 })
  private readonly chunk = Buffer.allocUnsafeSlow(chunkBytes)

  next(): Frame {
    for (;;) {
      const frame = this.decoder.next()
      if (frame !== undefined) return frame
      const missing = this.decoder.missing
      const into = missing ?? this.chunk
      const bytes = orGone(() => readSync(descriptor, into, 0, into.length, null))
      if (bytes === 0) process.exit(0)
      if (missing === undefined) this.decoder.push(Buffer.from(this.chunk.subarray(0, bytes)))
      else this.decoder.filledUp(bytes)
    }
  }

  send<H extends { readonly type: string }>(header: H, parts?: ReadonlyArray<Uint8Array>): void {
    for (const piece of encodeFramePieces(header, parts))
      for (let sent = 0; sent < piece.length; ) sent += orGone(() => writeSync(descriptor, piece, sent))
  }
}

const orGone = (act: () => number): number => {
  try {
    return act()
  } catch {
    process.exit(0)
  }
}
