import type { Readable } from "node:stream"
import { untilDry } from "@toolgate/processes"

/** Hands on what comes of one stream, piece by piece; the next is read when the one before has been taken. */
export class OutputPass {
  /** Settles when nothing more comes. Never rejects. */
  readonly over: Promise<void>
  private readonly from: Readable
  private isTaking = false
  private taken = 0
  private bytes = 0
  /** How much may still come; undefined as long as the process runs. */
  private room: number | undefined = undefined

  /** `broke` is told when `take` throws or rejects: that piece is lost, and no other. */
  constructor(from: Readable, take: (bytes: Uint8Array) => void | Promise<void>, broke: (cause: unknown) => void) {
    this.from = from
    this.over = this.pass(take, broke)
  }

  /** The process has ended. What it printed is still handed on; for what outlived it and holds the stream nobody waits. */
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
      // It was ended within a write, or let go of: that was all.
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

/** How long nothing has to have come, in milliseconds. */
const idleMs = 500

/** More than lies in a pipe and in front of it. */
const mostBytes = 1024 * 1024

/** How often it is looked whether anything has come, while nobody is taking it. */
const mostLooks = 10
