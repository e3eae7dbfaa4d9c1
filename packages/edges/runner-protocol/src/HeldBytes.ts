/**
 * The beginning of a frame whose end has not come. It is copied, so that a few bytes do not keep the chunk they came in, into
 * room that doubles, so that it costs the same for each byte in whatever pieces they come.
 */
export class HeldBytes {
  length = 0
  private room = none

  add(bytes: Uint8Array) {
    if (this.length + bytes.length > this.room.length) {
      const larger = new Uint8Array(Math.max(leastRoom, 2 * this.room.length, this.length + bytes.length))
      larger.set(this.room.subarray(0, this.length))
      this.room = larger
    }
    this.room.set(bytes, this.length)
    this.length += bytes.length
  }

  /** All of it, which is held no longer. It stays as it is until something is added. */
  take(): Uint8Array {
    const taken = this.room.subarray(0, this.length)
    this.length = 0
    if (this.room.length > keptRoom) this.room = none
    return taken
  }

  get isBlank(): boolean {
    return this.room.subarray(0, this.length).every((byte) => blanks.includes(byte))
  }
}

const none = new Uint8Array(0)

const leastRoom = 4 * 1024

/** What is kept for the next frame; after a longer one, its memory is given back. */
const keptRoom = 64 * 1024

/** Blank, tab and carriage return, as JSON has them. */
const blanks = [0x20, 0x09, 0x0d]
