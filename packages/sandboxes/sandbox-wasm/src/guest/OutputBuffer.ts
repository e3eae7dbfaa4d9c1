/** The smallest capacity of the buffer. */
const leastCapacity = 1024

/** The output of a guest in one buffer. Single bytes take no more memory than one large write. */
export class OutputBuffer {
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

  /** Returns the output so far. The view is valid until the next write. */
  get bytes(): Uint8Array {
    return this.buffer.subarray(0, this.size)
  }
}
