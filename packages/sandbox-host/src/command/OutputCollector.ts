import type { Readable } from "node:stream"
import { StringDecoder } from "node:string_decoder"
import type { OutputStream, ProgramOutput } from "@toolgate/core"
import { HeadAndTail } from "./HeadAndTail.ts"

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
    readable.on("error", () => {})
    readable.on("close", () => {
      this.take(stream, decoder.end())
      this.open.delete(readable)
      if (this.open.size === 0) this.closed?.()
    })
  }

  /** When both streams have ended; past `ms`, whoever still holds them is no longer listened to. */
  async drained(ms: number): Promise<void> {
    if (this.open.size === 0) return
    await new Promise<void>((resolve) => {
      const patience = setTimeout(() => {
        for (const readable of this.open) readable.destroy()
      }, ms)
      this.closed = () => {
        clearTimeout(patience)
        resolve()
      }
    })
  }

  private take(stream: OutputStream, text: string): void {
    if (text === "") return
    if (this.beside === undefined || stream === "stderr") this.emit(stream, text)
    if (this.beside !== undefined && stream === "stderr") this.beside.push(text)
    else this.main.push(text)
  }
}
