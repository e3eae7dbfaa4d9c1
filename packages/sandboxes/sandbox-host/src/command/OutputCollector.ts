import type { Readable } from "node:stream"
import { StringDecoder } from "node:string_decoder"
import type { OutputStream, ProgramOutput } from "@toolgate/core"
import { waitUntilDrained } from "@toolgate/processes"
import { HeadAndTail } from "../HeadAndTail.ts"

/** Bytes to keep of output that is not the program's result. */
const smallPrint = 4096

/**
 * Reads both streams of a program to their end, because a program blocks while its output is not read. Output beyond
 * the limit is counted and dropped.
 */
export class OutputCollector {
  /** Bytes received on each stream, before decoding. */
  readonly bytes: Record<OutputStream, number> = { stdout: 0, stderr: 0 }
  /** Both streams in order, or only standard output if that is the program's result. */
  readonly main: HeadAndTail
  /** Standard error, if it is not part of the main output. */
  readonly beside: HeadAndTail | undefined
  /** Whether output may be missing, because another process still held a stream when reading stopped. */
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
   * Waits until both streams end. After `ms`, waits for `gone`, which settles when all processes are gone, reads the
   * rest from the pipes, and closes them.
   */
  async drained(ms: number, gone: () => Promise<unknown>): Promise<void> {
    if (this.open.size === 0) return
    const closed = new Promise<void>((resolve) => {
      this.closed = resolve
    })
    if (await inTime(closed, ms)) return
    // A process being killed holds its streams for another moment, which may be long on a busy machine.
    await gone()
    await waitUntilDrained(() => this.bytes.stdout + this.bytes.stderr)
    for (const readable of this.open) {
      // A stream that has ended is only waiting to be closed.
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
