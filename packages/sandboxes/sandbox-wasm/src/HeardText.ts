import { StringDecoder } from "node:string_decoder"

/** What came of one stream, as text: characters that were cut between two pieces are put together again. */
export class HeardText {
  /** What is kept of it. */
  text = ""
  /** Bytes that came. */
  bytes = 0
  private readonly decoder = new StringDecoder("utf8")
  private readonly tell: (text: string) => void
  private readonly kept: number

  /** `kept`: the end of it, in characters, that is kept. */
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
    // Not for every piece: to cut costs as much as what is kept.
    if (this.text.length > 2 * this.kept) this.text = this.text.slice(-this.kept)
    this.tell(text)
  }
}
