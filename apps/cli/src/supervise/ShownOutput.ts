import { StringDecoder } from "node:string_decoder"
import { escapeForTerminal } from "../text/escapeForTerminal.ts"
import { escapePrefix, prefixLength } from "../text/escapePrefix.ts"

/** Makes program output safe for a terminal. The result does not depend on how the output is split. */
export class ShownOutput {
  private readonly sources = new Map<string, Source>()
  /** The end of the shown text. With the next piece, it may imitate the beginning of our line. */
  private before = ""

  /** Returns the text to show. `source` names the stream to which the bytes belong. */
  text(source: string, bytes: Uint8Array): string {
    const from = this.sources.get(source) ?? { decoder: new StringDecoder("utf8"), held: "" }
    this.sources.set(source, from)
    const text = from.held + from.decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    // The meaning of a carriage return depends on the next character.
    from.held = text.endsWith("\r") ? "\r" : ""
    return this.shown(text.slice(0, text.length - from.held.length))
  }

  /** Returns the unfinished characters and line ends of an ended source. */
  rest(source: string): string {
    const from = this.sources.get(source)
    this.sources.delete(source)
    return from === undefined ? "" : this.shown(from.held + from.decoder.end())
  }

  private shown(text: string): string {
    const { before } = this
    this.before = (before + text).slice(-prefixLength)
    return escapePrefix(before + escapeForTerminal(text)).slice(before.length)
  }
}

interface Source {
  readonly decoder: StringDecoder
  held: string
}
