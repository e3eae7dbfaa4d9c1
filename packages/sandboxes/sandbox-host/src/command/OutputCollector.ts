import type { Readable } from "node:stream"
import { StringDecoder } from "node:string_decoder"
import type { OutputStream, ProgramOutput } from "@toolgate/core"
import { untilDry } from "@toolgate/processes"
import { HeadAndTail } from "../HeadAndTail.ts"

/** The most bytes that are kept of the output that is not the program's result. */
const smallPrint = 4096

/**
 * Reads both streams of a program to their ends, however much comes, because a program whose stream nobody reads comes
 * to a halt. Output past the limit is counted and forgotten.
 */
export class OutputCollector {
  /** The bytes that arrived on each stream, counted before decoding. */
  readonly bytes: Record<OutputStream, number> = { stdout: 0, stderr: 0 }
  /** The program's main output: both streams, in order, or only standard output if that is the program's result. */
  readonly main: HeadAndTail
  /** The program's standard error, if it is not part of the main output. */
  readonly beside: HeadAndTail | undefined
  /**
   * Whether more output may have come than was read, because something else still held a stream when reading stopped.
   */
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
   * Settles when both streams have ended. If they have not ended after `ms`, waits until nothing of the program is left
   * (`gone`), reads what stands in the pipes, and stops listening to whoever still holds them.
   */
  async drained(ms: number, gone: () => Promise<unknown>): Promise<void> {
    if (this.open.size === 0) return
    const closed = new Promise<void>((resolve) => {
      this.closed = resolve
    })
    if (await inTime(closed, ms)) return
    // A process that is being killed holds its streams for a moment longer, which is long on a busy machine.
    await gone()
    await untilDry(() => this.bytes.stdout + this.bytes.stderr)
    for (const readable of this.open) {
      // A stream that has ended only waits to be closed.
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
