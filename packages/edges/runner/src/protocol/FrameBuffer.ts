/**
 * The beginning of an incomplete frame. It is copied, so that a few bytes do not keep their whole chunk in memory. The
 * buffer doubles as it grows, so that chunks of any size cost the same per byte.
 */
export class FrameBuffer {
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

  /** Returns all bytes and clears the buffer. They stay valid until something is added. */
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

/** The capacity to keep for the next frame. More is released. */
const keptRoom = 64 * 1024

/** JSON's blanks: space, tab and carriage return. */
const blanks = [0x20, 0x09, 0x0d]
