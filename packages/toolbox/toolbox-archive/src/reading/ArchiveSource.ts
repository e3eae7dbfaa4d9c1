import type { Ask } from "@toolgate/toolbox-base/jobs"
import { createDamagedError } from "./createDamagedError.ts"

/** A job's request for a range of the archive. */
export interface ReadRequest {
  readonly read: { readonly offset: number; readonly length: number }
}

/** The bytes of an archive, which the gate reads for the worker. */
export class ArchiveSource {
  readonly size: number
  private readonly ask: Ask
  private block: { readonly at: number; readonly bytes: Promise<Uint8Array> } | undefined = undefined

  constructor(size: number, ask: Ask) {
    this.size = size
    this.ask = ask
  }

  /** Reads a range. Fails if it extends past the end of the archive. */
  async read(offset: number, length: number): Promise<Uint8Array> {
    if (!(offset >= 0) || !(length >= 0) || offset + length > this.size)
      throw createDamagedError("it points at bytes past its own end")
    if (length > blockBytes) return this.bytesAt(offset, length)
    const at = offset - (offset % blockBytes)
    if (offset + length > at + blockBytes)
      return Buffer.concat([
        await this.read(offset, at + blockBytes - offset),
        await this.read(at + blockBytes, offset + length - at - blockBytes)
      ])
    if (this.block?.at !== at) this.block = { at, bytes: this.bytesAt(at, Math.min(blockBytes, this.size - at)) }
    return (await this.block.bytes).subarray(offset - at, offset - at + length)
  }

  /** Yields a range in parts. */
  async *parts(from = 0, to = this.size): AsyncGenerator<Uint8Array> {
    // Small files are adjacent, so one block serves several of them.
    if (to > from && to - from <= blockBytes) {
      yield await this.read(from, to - from)
      return
    }
    for (let at = from; at < to; at += partBytes) yield await this.bytesAt(at, Math.min(partBytes, to - at))
  }

  private async bytesAt(offset: number, length: number): Promise<Uint8Array> {
    const request: ReadRequest = { read: { offset, length } }
    const bytes = (await this.ask(request)) as Uint8Array
    if (bytes.length !== length) throw createDamagedError("it became shorter while it was read")
    return bytes
  }
}

const blockBytes = 64 * 1024
const partBytes = 1024 * 1024
