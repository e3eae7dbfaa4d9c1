import type { Readable } from "node:stream"
import { StringDecoder } from "node:string_decoder"
import type { OutputStream, ProgramOutput } from "@toolgate/core"
import { untilDry } from "@toolgate/processes"
import { HeadAndTail } from "../HeadAndTail.ts"

/** What is kept of what a program says beside its result. */
const smallPrint = 4096

/**
 * Reads both streams of a program to their ends, whatever comes: a stream that nobody reads stops the program. What is
 * past the cap is counted and forgotten.
 */
export class OutputCollector {
  /** Counted as they came, before they were decoded. */
  readonly bytes: Record<OutputStream, number> = { stdout: 0, stderr: 0 }
  /** What the program has to say: all of it, in order, or only its standard output where that is its result. */
  readonly main: HeadAndTail
  /** Its standard error, where that is not part of what it has to say. */
  readonly beside: HeadAndTail | undefined
  /** Whether more may have come than was read: something else held a stream when nobody listened any more. */
  isIncomplete = false
  private readonly emit: (stream: OutputStream, text: string) => void
  private readonly open = new Set<Readable>()
  private closed: (() => void) | undefined = undefined

  constructor(output: ProgramOutput, outputBytes: number, emit: (stream: OutputStream, text: string) => void) {
    this.main = new HeadAndTail(outputBytes)
    this.beside = output === "json" ? new HeadAndTail(Math.min(smallPrint, outputBytes)) : undefined
    this.emit = emit
  }

  read(stream: OutputStream, readable: Readable): void {
    const decoder = new StringDecoder("utf8")
    this.open.add(readable)
    readable.on("data", (chunk: Buffer) => {
      this.bytes[stream] += chunk.length
      this.take(stream, decoder.write(chunk))
    })
    readable.on("error", () => {
      this.isIncomplete = true
    })
    readable.on("close", () => {
      this.take(stream, decoder.end())
      this.open.delete(readable)
      if (this.open.size === 0) this.closed?.()
    })
  }

  /**
   * Settles when both streams have ended. Past `ms`, and when nothing of the program is left (`gone`), what stands in the
   * pipes is read, and whoever still holds them is no longer listened to.
   */
  async drained(ms: number, gone: () => Promise<unknown>): Promise<void> {
    if (this.open.size === 0) return
    const closed = new Promise<void>((resolve) => {
      this.closed = resolve
    })
    if (await inTime(closed, ms)) return
    // What is being killed holds its streams for a moment more, which is long on a busy machine.
    await gone()
    await untilDry(() => this.bytes.stdout + this.bytes.stderr)
    for (const readable of this.open) {
      // One that has ended is only not closed yet.
      if (readable.readableEnded) continue
      this.isIncomplete = true
      readable.destroy()
    }
    await closed
  }

  private take(stream: OutputStream, text: string): void {
    if (text === "") return
    if (this.beside === undefined || stream === "stderr") this.emit(stream, text)
    if (this.beside !== undefined && stream === "stderr") this.beside.push(text)
    else this.main.push(text)
  }
}

const inTime = async (promise: Promise<void>, ms: number): Promise<boolean> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  const isInTime = await Promise.race([promise.then(() => true), late])
  clearTimeout(timer)
  return isInTime
}
