import type { Readable } from "node:stream"
import { waitUntilDrained } from "@toolgate/processes"

/** Passes on the output of one stream. The next piece is read after the previous one was taken. */
export class OutputPass {
  /** Settles after the last output. Never rejects. */
  readonly over: Promise<void>
  private readonly from: Readable
  private isTaking = false
  private taken = 0
  private bytes = 0
  /** Bytes that may still come. `undefined` while the process runs. */
  private room: number | undefined = undefined

  /** `broke`: called when `take` throws or rejects. Only that piece is lost. */
  constructor(from: Readable, take: (bytes: Uint8Array) => void | Promise<void>, broke: (cause: unknown) => void) {
    this.from = from
    this.over = this.pass(take, broke)
  }

  /**
   * Ends the pass after the process has ended. Remaining output is passed on, but another program that still has the
   * stream open is not waited for.
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
      // The stream ended or was destroyed; there is no more output.
    }
  }

  private async look(before: number, looks = 0): Promise<void> {
    const { taken } = this
    if (!this.isTaking && (taken === before || looks === mostLooks)) await waitUntilDrained(() => this.bytes)
    if (this.from.destroyed) return
    const isOver = taken === this.taken && taken === before
    if (!this.isTaking && (isOver || looks === mostLooks)) this.from.destroy()
    else setTimeout(() => this.look(taken, this.isTaking ? looks : looks + 1), idleMs)
  }
}

/** Milliseconds without output after which the pass ends. */
const idleMs = 500

/** More bytes than a pipe and its buffers can contain. */
const mostBytes = 1024 * 1024

/** The number of checks for output while none is being taken. */
const mostLooks = 10
