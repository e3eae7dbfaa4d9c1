import type { Json, JsonObject, OutputStream, ToolOutput } from "@toolgate/core"
import { CollectedText } from "./CollectedText.ts"

/** The output of a running guest, which is streamed and kept for the result. */
export class CollectedOutput {
  /** Whether output may be missing. */
  isCutOff = false
  private readonly emit: (stream: OutputStream, text: string) => void
  private readonly outputBytes: number
  private readonly keptError: number
  private stdout: CollectedText | undefined = undefined
  private stderr: CollectedText | undefined = undefined

  /** `keptError`: characters to keep from the end of standard error. */
  constructor(emit: (stream: OutputStream, text: string) => void, outputBytes: number, keptError: number) {
    this.emit = emit
    this.outputBytes = outputBytes
    this.keptError = keptError
  }

  /** Receives a piece of output. Returns false above the amount that the guest program would send. */
  hear(stream: OutputStream, bytes: Uint8Array): boolean {
    this[stream] ??= new CollectedText(
      (text) => this.emit(stream, text),
      stream === "stdout" ? Number.POSITIVE_INFINITY : this.keptError
    )
    this[stream].push(bytes)
    return this[stream].bytes <= this.outputBytes
  }

  /** Returns the result of a guest that has ended. `dropped`: bytes of standard error that were not sent. */
  result(
    value: Json | undefined,
    success: boolean,
    dropped: number,
    filesModified: ToolOutput["filesModified"]
  ): ToolOutput {
    this.stdout?.end()
    this.stderr?.end()
    const text = this.stdout?.text ?? ""
    return {
      content: text === "" ? noContent : [{ type: "text", text }],
      ...(value === undefined ? {} : { value }),
      success,
      metadata: this.metadata(dropped),
      ...(filesModified === undefined ? {} : { filesModified })
    }
  }

  private metadata(dropped: number): JsonObject {
    const cutOff = this.isCutOff ? { outputIncomplete: true } : nothing
    if (this.stderr === undefined) return cutOff
    const { text, bytes } = this.stderr
    return { stderr: text.slice(-this.keptError), stderrBytes: bytes + dropped, ...cutOff }
  }
}

const noContent: ToolOutput["content"] = Object.freeze([])
const nothing: JsonObject = Object.freeze({})
