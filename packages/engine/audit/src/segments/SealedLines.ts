import { hash } from "node:crypto"
import { formatHash, formatPrev } from "./chain.ts"

/**
 * A buffer of sealed lines, each chained to the previous line by its hash. Each line is encoded once, then hashed and
 * written from the buffer. A string would be copied again for each of these steps.
 */
export class SealedLines {
  /** The hash of the last line; `undefined` before the first. */
  hash: string | undefined = undefined
  private room = Buffer.allocUnsafeSlow(usualRoom)
  /** The buffer of the lines taken last. */
  private taken = Buffer.allocUnsafeSlow(usualRoom)
  private end = 0
  /**
   * The end of the last line, encoded together with the next line: a call of the encoder costs more than the few bytes.
   */
  private tail = ""

  /** Adds the line of a record with these members. */
  add(members: string): void {
    const { tail } = this
    const text = `${tail}{${members}${formatPrev(this.hash)}}`
    this.makeRoom(text.length * 3 + longestTail)
    // The tail is ASCII, one byte for each code unit. It replaces the closing brace of the previous line.
    const begin = this.end + tail.length
    this.end += this.room.write(text, this.end)
    this.hash = hash("sha256", this.room.subarray(begin, this.end))
    this.end--
    this.tail = `${formatHash(this.hash)}\n`
  }

  /** The bytes added since the last `take`. */
  get length(): number {
    return this.end + this.tail.length
  }

  /** Returns the lines added since the last `take`. Valid until the next line is added. */
  peek(): Uint8Array {
    return this.room.subarray(0, this.end + this.room.write(this.tail, this.end))
  }

  /** Returns and removes the lines added since the last call. Valid until the next call. */
  take(): Uint8Array {
    const lines = this.peek()
    this.tail = ""
    this.end = 0
    const { room } = this
    // Frees the memory of an unusually large batch.
    this.room = this.taken.length > mostRoom ? Buffer.allocUnsafeSlow(usualRoom) : this.taken
    this.taken = room
    return lines
  }

  /** Returns a function that removes all lines added from now on. Valid until `take` is called. */
  mark(): () => void {
    const { hash, end, tail } = this
    return () => {
      this.hash = hash
      this.end = end
      this.tail = tail
    }
  }

  private makeRoom(bytes: number): void {
    if (this.end + bytes <= this.room.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.room.length, this.end + bytes))
    this.room.copy(larger, 0, 0, this.end)
    this.room = larger
  }
}

/** The bytes after a line's text: its hash and line end. Each code unit of the text takes at most three bytes. */
const longestTail = 128
const usualRoom = 64 * 1024
const mostRoom = 8 * 1024 * 1024
