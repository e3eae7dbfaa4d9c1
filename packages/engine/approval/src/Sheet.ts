import { quoteText } from "./shownText.ts"

/** A text of bounded length, which counts the characters that did not fit. */
export class Sheet {
  private readonly pieces: Array<string> = []
  private room: number
  private lost = 0

  /** Makes a sheet that holds `room` characters (UTF-16 code units). */
  constructor(room: number) {
    this.room = room
  }

  /** The least number of characters that did not fit. Characters are counted before they would be escaped. */
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

  /** Writes a text that somebody else chose, in quotes. A long text is preceded by its length. */
  quote(text: string): void {
    // Cut before it is escaped: escaping may make a text six times as long.
    const fits = begin(text, this.room)
    if (text.length > long) this.write(`(${text.length} characters) `)
    this.write(quoteText(fits))
    this.lost += text.length - fits.length
  }

  text(): string {
    return this.pieces.join("")
  }
}

/** The length, in characters, beyond which a text is shown with its length. */
const long = 80

// Never cuts between the two halves of a surrogate pair, which would leave an invalid text.
const begin = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, "")
