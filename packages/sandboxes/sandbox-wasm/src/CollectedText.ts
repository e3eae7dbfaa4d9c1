import { StringDecoder } from "node:string_decoder"

/** The text of one stream. Characters that are split between two pieces are joined. */
export class CollectedText {
  /** The kept end of the text. */
  text = ""
  /** Bytes received. */
  bytes = 0
  private readonly decoder = new StringDecoder("utf8")
  private readonly tell: (text: string) => void
  private readonly kept: number

  /** `kept`: characters to keep from the end. */
  constructor(tell: (text: string) => void, kept: number) {
    this.tell = tell
    this.kept = kept
  }

  push(bytes: Uint8Array): void {
    this.bytes += bytes.length
    this.add(this.decoder.write(bytes as Buffer))
  }

  end(): void {
    this.add(this.decoder.end())
  }

  private add(text: string): void {
    if (text === "") return
    this.text += text
    // Trims rarely, because trimming copies the kept text.
    if (this.text.length > 2 * this.kept) this.text = this.text.slice(-this.kept)
    this.tell(text)
  }
}
