import { hash } from "node:crypto"
import { hashMember, prevMember } from "./chain.ts"

/**
 * A buffer of sealed records: the bytes of a segment, each line chained to the line before. A line is encoded once, and
 * both hashed and written from there. As a text, a line would be copied for hashing, for writing, and again for the
 * batch.
 */
export class SealedLines {
  /** The hash of the last line, or `undefined` before the first. */
  hash: string | undefined = undefined
  private room = Buffer.allocUnsafeSlow(usualRoom)
  /** The room of the lines that were taken last. */
  private taken = Buffer.allocUnsafeSlow(usualRoom)
  private end = 0
  /**
   * The end of the last line. It is encoded together with the next line, because a call of the encoder costs more than
   * the bytes that it encodes.
   */
  private tail = ""

  /** Adds a line for a record, given the record's members. */
  add(members: string): void {
    const { tail } = this
    const text = `${tail}{${members}${prevMember(this.hash)}}`
    this.makeRoom(text.length * 3 + longestTail)
    // The tail is ASCII, one byte for each code unit, and replaces the last brace of the line before.
    const begin = this.end + tail.length
    this.end += this.room.write(text, this.end)
    this.hash = hash("sha256", this.room.subarray(begin, this.end))
    this.end--
    this.tail = `${hashMember(this.hash)}\n`
  }

  /** The number of bytes of the lines that were added since `take` was last called. */
  get length(): number {
    return this.end + this.tail.length
  }

  /** Returns the lines that were added since `take` was last called. The bytes stay valid until a line is added. */
  peek(): Uint8Array {
    return this.room.subarray(0, this.end + this.room.write(this.tail, this.end))
  }

  /** Returns the lines that were added since the last call. The bytes stay valid until the next call. */
  take(): Uint8Array {
    const lines = this.peek()
    this.tail = ""
    this.end = 0
    const { room } = this
    // The memory of an unusually large batch is released.
    this.room = this.taken.length > mostRoom ? Buffer.allocUnsafeSlow(usualRoom) : this.taken
    this.taken = room
    return lines
  }

  /** Returns a function that removes the lines that are added from now on. Only until `take` is called. */
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

/**
 * The most bytes that follow the text of a line: its hash and its end. Each code unit of the text takes at most three
 * bytes.
 */
const longestTail = 128
const usualRoom = 64 * 1024
const mostRoom = 8 * 1024 * 1024
