import type { Readable } from "node:stream"
import { untilDry } from "@toolgate/processes"

/** Hands on the output of one stream, piece by piece. The next piece is read when the one before has been taken. */
export class OutputPass {
  /** Settles when no more output comes. Never rejects. */
  readonly over: Promise<void>
  private readonly from: Readable
  private isTaking = false
  private taken = 0
  private bytes = 0
  /** The number of bytes that may still come. `undefined` as long as the process runs. */
  private room: number | undefined = undefined

  /** `broke` is called when `take` throws or rejects. Only that piece is lost. */
  constructor(from: Readable, take: (bytes: Uint8Array) => void | Promise<void>, broke: (cause: unknown) => void) {
    this.from = from
    this.over = this.pass(take, broke)
  }

  /**
   * Ends the pass after the process has ended. What the process printed is still handed on. Nobody waits for a program
   * that outlived the process and holds the stream.
   */
  letGo(): void {
    this.room = mostBytes
    this.look(-1)
  }

  private async pass(
    take: (bytes: Uint8Array) => void | Promise<void>,
    broke: (cause: unknown) => void
  ): Promise<void> {
    try {
      for await (const bytes of this.from) {
        this.taken++
        this.bytes += bytes.length
        this.isTaking = true
        try {
          await take(bytes)
        } catch (cause) {
          broke(cause)
        }
        this.isTaking = false
        if (this.room !== undefined) this.room -= bytes.length
        if (this.room !== undefined && this.room <= 0) return
      }
    } catch {
      // The stream was ended within a write, or destroyed. No more output comes.
    }
  }

  private async look(before: number, looks = 0): Promise<void> {
    const { taken } = this
    if (!this.isTaking && (taken === before || looks === mostLooks)) await untilDry(() => this.bytes)
    if (this.from.destroyed) return
    const isOver = taken === this.taken && taken === before
    if (!this.isTaking && (isOver || looks === mostLooks)) this.from.destroy()
    else setTimeout(() => this.look(taken, this.isTaking ? looks : looks + 1), idleMs)
  }
}

/** The time for which nothing may have come, in milliseconds. */
const idleMs = 500

/** More bytes than a pipe and the buffers in front of it hold. */
const mostBytes = 1024 * 1024

/** The number of looks for new output while nobody is taking any. */
const mostLooks = 10
