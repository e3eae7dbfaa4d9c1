import type { Json, JsonObject, OutputStream, ToolOutput } from "@toolgate/core"
import { HeardText } from "./HeardText.ts"

/** The end of standard error that stays with the result, in characters. */
const keptError = 4096

/** What a guest printed while it ran: told as it came, and kept for its result. */
export class HeardOutput {
  /** Whether something of it may not have come. */
  isCutOff = false
  private readonly emit: (stream: OutputStream, text: string) => void
  private readonly outputBytes: number
  private stdout: HeardText | undefined = undefined
  private stderr: HeardText | undefined = undefined

  constructor(emit: (stream: OutputStream, text: string) => void, outputBytes: number) {
    this.emit = emit
    this.outputBytes = outputBytes
  }

  /** False if it is more than a process of ours would have sent. */
  hear(stream: OutputStream, bytes: Uint8Array): boolean {
    this[stream] ??= new HeardText(
      (text) => this.emit(stream, text),
      stream === "stdout" ? Number.POSITIVE_INFINITY : keptError
    )
    this[stream].push(bytes)
    return this[stream].bytes <= this.outputBytes
  }

  /** The result of a guest that has ended. `dropped`: bytes of standard error that never came. */
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
    return { stderr: text.slice(-keptError), stderrBytes: bytes + dropped, ...cutOff }
  }
}

const noContent: ToolOutput["content"] = Object.freeze([])
const nothing: JsonObject = Object.freeze({})
