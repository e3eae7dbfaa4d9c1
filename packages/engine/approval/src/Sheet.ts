import { quotedText } from "./shownText.ts"

/** A text of bounded length that counts what did not fit. */
export class Sheet {
  private readonly pieces: Array<string> = []
  private room: number
  private lost = 0

  /** `room`: how many characters (UTF-16 code units) it holds. */
  constructor(room: number) {
    this.room = room
  }

  /** How many characters did not fit, at least: what was left out is counted before it is escaped. */
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

  /** A text somebody else chose, in quotes; a long one is preceded by its length. */
  quote(text: string): void {
    // Escaping what will not fit would cost six times its length.
    const fits = begin(text, this.room)
    if (text.length > long) this.write(`(${text.length} characters) `)
    this.write(quotedText(fits))
    this.lost += text.length - fits.length
  }

  text(): string {
    return this.pieces.join("")
  }
}

/** A text this long is shown with its length, in characters. */
const long = 80

// A cut between the two halves of a character would leave something that is no text.
const begin = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, "")
