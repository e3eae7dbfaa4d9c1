import { cutBetween, cutText } from "./cutText.ts"

/**
 * Text that comes in pieces, of which no more is held than its head and its tail: what `cutText` makes of the whole,
 * without ever having had the whole.
 */
export class HeadAndTail {
  /** What came, in bytes of UTF-8. */
  bytes = 0
  private readonly limit: number
  private whole = ""
  private head: Buffer | undefined = undefined
  private tail = ""

  constructor(limit: number) {
    this.limit = limit
  }

  /** Whether more came than it may hold. */
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
    // A copy, so that the head does not keep the whole alive.
    this.head = Buffer.from(Buffer.from(this.whole).subarray(0, this.limit + longestCharacter))
    this.addToTail(this.whole)
    this.whole = ""
  }

  // As many UTF-16 units as the limit has bytes are never less than is needed. Trimming seldom keeps each unit's cost
  // constant.
  private addToTail(text: string): void {
    this.tail += text
    if (this.tail.length > 2 * this.limit + slack) this.tail = this.tail.slice(-this.limit - longestCharacter)
  }
}

const longestCharacter = 4
const slack = 64 * 1024
