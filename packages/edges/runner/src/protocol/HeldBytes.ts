/**
 * The beginning of a frame whose end has not come. It is copied, so that a few bytes do not keep the whole chunk in
 * which they came. The room for it doubles, so that each byte costs the same in whatever pieces the bytes come.
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

  /** Returns all bytes and holds them no longer. They stay as they are until something is added. */
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

/** The room that is kept for the next frame. After a longer frame, its memory is released. */
const keptRoom = 64 * 1024

/** Blank, tab and carriage return, as JSON has them. */
const blanks = [0x20, 0x09, 0x0d]
