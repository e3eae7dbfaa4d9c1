/** An error in a WebAssembly binary, with its offset. `admit` catches this error. */
export class Malformed {
  readonly what: string
  readonly offset: number

  constructor(what: string, offset: number) {
    this.what = what
    this.offset = offset
  }
}

/** Reads a WebAssembly binary from start to end. Reading past the end throws `Malformed`. */
export class ByteReader {
  readonly bytes: Uint8Array
  readonly end: number
  offset: number

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.bytes = bytes
    this.offset = start
    this.end = end
  }

  get done(): boolean {
    return this.offset >= this.end
  }

  byte(): number {
    const byte = this.offset < this.end ? this.bytes[this.offset] : undefined
    if (byte === undefined) throw new Malformed("it ends too early", this.offset)
    this.offset++
    return byte
  }

  /** Reads an unsigned LEB128 number of at most 32 bits. */
  u32(): number {
    const start = this.offset
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte()
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) {
        if (value > 0xffff_ffff) break
        return value
      }
    }
    throw new Malformed("a number is longer than 32 bits", start)
  }

  peek(): number {
    const byte = this.byte()
    this.offset--
    return byte
  }

  skip(length: number): void {
    if (length > this.end - this.offset) throw new Malformed("it ends too early", this.offset)
    this.offset += length
  }

  /** Skips a LEB128 number of at most 64 bits, signed or unsigned. */
  skipNumber(): void {
    const start = this.offset
    for (let bytes = 0; bytes < 10; bytes++) if (this.byte() < 0x80) return
    throw new Malformed("a number is longer than 64 bits", start)
  }

  /** Throws because a part does not end where it should. */
  misplaced(): never {
    throw new Malformed("a function does not have its declared length", this.offset)
  }

  /** Reads the length of a list whose elements take at least one byte each. */
  count(what: string): number {
    const start = this.offset
    const count = this.u32()
    if (count > this.end - this.offset) {
      throw new Malformed(`it declares ${count} ${what} in ${this.end - this.offset} bytes`, start)
    }
    return count
  }

  /** Returns a view of the next `length` bytes. */
  take(length: number): Uint8Array {
    this.skip(length)
    return this.bytes.subarray(this.offset - length, this.offset)
  }

  name(): string {
    return new TextDecoder().decode(this.take(this.u32()))
  }
}
