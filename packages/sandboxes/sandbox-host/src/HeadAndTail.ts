import { cutBetween, cutText } from "./cutText.ts"

/**
 * The head and tail of a text that arrives in pieces. `text()` returns what `cutText` would return for the whole text.
 */
export class HeadAndTail {
  /** UTF-8 bytes received so far. */
  bytes = 0
  private readonly limit: number
  private whole = ""
  private head: Buffer | undefined = undefined
  private tail = ""

  constructor(limit: number) {
    this.limit = limit
  }

  get isCut(): boolean {
    return this.bytes > this.limit
  }

  push(text: string): void {
    this.bytes += Buffer.byteLength(text)
    if (this.head !== undefined) this.addToTail(text)
    else {
      this.whole += text
      if (this.isCut) this.splitWhole()
    }
  }

  text(): string {
    if (this.head === undefined) return cutText(this.whole, this.limit)
    return cutBetween(this.head, Buffer.from(this.tail), this.bytes, this.limit)
  }

  private splitWhole(): void {
    // A copy, so that the head does not keep the whole text in memory.
    this.head = Buffer.from(Buffer.from(this.whole).subarray(0, this.limit + longestCharacter))
    this.addToTail(this.whole)
    this.whole = ""
  }

  // Keeps as many UTF-16 units as the limit has bytes, which is always enough. Trimming is rare, so that each unit
  // costs the same.
  private addToTail(text: string): void {
    this.tail += text
    if (this.tail.length > 2 * this.limit + slack) this.tail = this.tail.slice(-this.limit - longestCharacter)
  }
}

const longestCharacter = 4
const slack = 64 * 1024
