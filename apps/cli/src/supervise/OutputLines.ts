import { StringDecoder } from "node:string_decoder"

/** A line that a program printed, without its end; or a part of a line that is very long or never ended. */
export interface OutputLine {
  readonly text: string
  readonly isEnded: boolean
}

/** The approximate length, in UTF-16 units, at which an unfinished line is passed on. */
const longestLine = 64 * 1024

/** Splits the output of a program into lines. */
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

  /** Returns the line that was not ended, if there is one. */
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
