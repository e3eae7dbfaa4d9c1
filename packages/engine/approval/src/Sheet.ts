import { quoteText } from "./shownText.ts"

/** A text of limited length that counts the characters that did not fit. */
export class Sheet {
  private readonly pieces: Array<string> = []
  private room: number
  private lost = 0

  /** `room` is in characters (UTF-16 code units). */
  constructor(room: number) {
    this.room = room
  }

  /** The minimum number of missing characters, counted before escaping. */
  get missing(): number {
    return this.lost
  }

  write(text: string): void {
    if (text.length <= this.room) {
      this.pieces.push(text)
      this.room -= text.length
      return
    }
    const fits = begin(text, this.room)
    this.pieces.push(fits)
    this.lost += text.length - fits.length
    this.room = 0
  }

  /** Writes a foreign text in quotes. A long text is preceded by its length. */
  quote(text: string): void {
    // Cuts before escaping, because escaping may make a text six times as long.
    const fits = begin(text, this.room)
    if (text.length > long) this.write(`(${text.length} characters) `)
    this.write(quoteText(fits))
    this.lost += text.length - fits.length
  }

  text(): string {
    return this.pieces.join("")
  }
}

/** The length above which a text is shown with its length, in characters. */
const long = 80

// Never splits a surrogate pair.
const begin = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, "")
