import { hash } from "node:crypto"
import { hashMember, prevMember } from "./chain.ts"

/**
 * Sealed records as the bytes of a segment, each chained to the one before. A line is encoded once, into the place that it is
 * hashed and written from: as text it would be copied for each of them, and once more for the batch.
 */
export class SealedLines {
  /** Of the last line. */
  hash: string | undefined = undefined
  private room = Buffer.allocUnsafeSlow(usualRoom)
  /** The room of the lines that were taken last. */
  private taken = Buffer.allocUnsafeSlow(usualRoom)
  private end = 0
  /** The end of the last line, which is written with the next one: a write costs more than what it writes. */
  private tail = ""

  /** Adds the line of a record, of which these are the members. */
  add(members: string): void {
    const { tail } = this
    const text = `${tail}{${members}${prevMember(this.hash)}}`
    this.makeRoom(text.length * 3 + longestTail)
    // What a tail is written with is ASCII: a byte for each code unit. It takes the place of the last brace.
    const begin = this.end + tail.length
    this.end += this.room.write(text, this.end)
    this.hash = hash("sha256", this.room.subarray(begin, this.end))
    this.end--
    this.tail = `${hashMember(this.hash)}\n`
  }

  /** Bytes of the lines that were added since some were taken. */
  get length(): number {
    return this.end + this.tail.length
  }

  /** Returns the lines that were added since the last time. They stay as they are until lines are taken again. */
  take(): Uint8Array {
    this.end += this.room.write(this.tail, this.end)
    this.tail = ""
    const lines = this.room.subarray(0, this.end)
    this.end = 0
    const { room } = this
    // After a large batch its memory is given back.
    this.room = this.taken.length > mostRoom ? Buffer.allocUnsafeSlow(usualRoom) : this.taken
    this.taken = room
    return lines
  }

  private makeRoom(bytes: number): void {
    if (this.end + bytes <= this.room.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.room.length, this.end + bytes))
    this.room.copy(larger, 0, 0, this.end)
    this.room = larger
  }
}

/** A code unit takes three bytes at most; after the text come the hash and the end of the line. */
const longestTail = 128
const usualRoom = 1024 * 1024
const mostRoom = 8 * 1024 * 1024
