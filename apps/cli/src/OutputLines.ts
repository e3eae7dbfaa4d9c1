import { StringDecoder } from "node:string_decoder"

/** A line that a program printed, without its end; or a part of one, where that is long or never ended. */
export interface OutputLine {
  readonly text: string
  readonly isEnded: boolean
}

/** UTF-16 code units of a line that are waited for, about. */
const longestLine = 64 * 1024

/** Makes lines of what a program prints. */
export class OutputLines {
  private readonly decoder = new StringDecoder("utf8")
  private open = ""

  take(bytes: Uint8Array): ReadonlyArray<OutputLine> {
    const text = this.decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    const [first = "", ...others] = text.split("\n")
    const parts = [this.open + first, ...others]
    this.open = parts.pop() ?? ""
    const lines = parts.map((line) => ({ text: line.replace(/\r$/, ""), isEnded: true }))
    return this.open.length < longestLine ? lines : [...lines, ...this.rest()]
  }

  /** What was not ended. */
  end(): ReadonlyArray<OutputLine> {
    this.open += this.decoder.end()
    return this.rest()
  }

  private rest(): ReadonlyArray<OutputLine> {
    const text = this.open
    this.open = ""
    return text === "" ? [] : [{ text, isEnded: false }]
  }
}
