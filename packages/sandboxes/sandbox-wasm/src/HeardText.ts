import { StringDecoder } from "node:string_decoder"

/** The text of one stream. Characters that were cut between two pieces are put together again. */
export class HeardText {
  /** The kept part of the text. */
  text = ""
  /** The number of bytes that came. */
  bytes = 0
  private readonly decoder = new StringDecoder("utf8")
  private readonly tell: (text: string) => void
  private readonly kept: number

  /** `kept`: the length of the end that is kept, in characters. */
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
    // Trims only now and then, because trimming costs as much as what is kept.
    if (this.text.length > 2 * this.kept) this.text = this.text.slice(-this.kept)
    this.tell(text)
  }
}
