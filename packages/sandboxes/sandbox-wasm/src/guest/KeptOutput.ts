/** The least that the buffer grows to. */
const leastCapacity = 1024

/** What a guest prints, in one buffer: byte by byte it takes no more memory than at once. */
export class KeptOutput {
  private buffer = new Uint8Array(0)
  private size = 0

  push(bytes: Uint8Array): void {
    const size = this.size + bytes.length
    if (size > this.buffer.length) {
      const grown = new Uint8Array(Math.max(size, leastCapacity, 2 * this.buffer.length))
      grown.set(this.bytes)
      this.buffer = grown
    }
    this.buffer.set(bytes, this.size)
    this.size = size
  }

  /** Valid until more comes. */
  get bytes(): Uint8Array {
    return this.buffer.subarray(0, this.size)
  }
}
