import { StringDecoder } from "node:string_decoder"
import { notOurs, oursLength } from "./notOurs.ts"
import { terminalText } from "./terminalText.ts"

/** What programs print, as a terminal is shown it: what comes in pieces means the same as in one. */
export class ShownOutput {
  private readonly sources = new Map<string, Source>()
  /** The last of what was shown: the next piece may make the beginning of a line of ours of it. */
  private before = ""

  /** `source`: whose pieces follow one another. */
  text(source: string, bytes: Uint8Array): string {
    const from = this.sources.get(source) ?? { decoder: new StringDecoder("utf8"), held: "" }
    this.sources.set(source, from)
    const text = from.held + from.decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    // What it means depends on what follows.
    from.held = text.endsWith("\r") ? "\r" : ""
    return this.shown(text.slice(0, text.length - from.held.length))
  }

  /** What a source left of characters and line ends that were not finished, when nothing more of it comes. */
  rest(source: string): string {
    const from = this.sources.get(source)
    this.sources.delete(source)
    return from === undefined ? "" : this.shown(from.held + from.decoder.end())
  }

  private shown(text: string): string {
    const { before } = this
    this.before = (before + text).slice(-oursLength)
    return notOurs(before + terminalText(text)).slice(before.length)
  }
}

interface Source {
  readonly decoder: StringDecoder
  held: string
}
