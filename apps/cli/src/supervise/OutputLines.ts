import { StringDecoder } from "node:string_decoder"

/** A printed line without its end, or a part of a very long or unfinished line. */
export interface OutputLine {
  readonly text: string
  readonly isEnded: boolean
}

/** Approximate length at which an unfinished line is passed on, in UTF-16 units. */
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

  /** Returns the unfinished last line, if any. */
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
