import { errno, Failure } from "../errno.ts"
import type { Space } from "./Space.ts"

/** The smallest capacity of a file's buffer. */
const leastCapacity = 1024

/**
 * The bytes of a file. The initial bytes are shared until the first change, and then copied. The buffer at least
 * doubles when it grows, so that small writes stay cheap. Holes count like bytes.
 */
export class FileContent {
  readonly #space: Space
  #buffer: Uint8Array
  #size: number
  #shared: boolean
  #changed = false

  private constructor(space: Space, bytes: Uint8Array) {
    this.#space = space
    this.#buffer = bytes
    this.#size = bytes.length
    this.#shared = true
  }

  /** Makes the content of a new file. */
  static empty(space: Space): FileContent {
    const content = new FileContent(space, new Uint8Array())
    content.#changed = true
    return content
  }

  /** Makes the content of a file from the world. */
  static given(space: Space, bytes: Uint8Array): FileContent {
    space.give(bytes.length)
    return new FileContent(space, bytes)
  }

  get size(): number {
    return this.#size
  }

  /** Whether the guest has made or changed the file. */
  get changed(): boolean {
    return this.#changed
  }

  /** A view of the bytes, valid until the next change. */
  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#size)
  }

  /** Returns how many of `wanted` bytes fit at an offset. */
  room(at: number, wanted: number): number {
    return Math.max(0, Math.min(wanted, this.#size + this.#space.left - at))
  }

  write(at: number, bytes: Uint8Array): void {
    if (bytes.length === 0) return
    const end = at + bytes.length
    if (end > this.#size) this.resize(end)
    else this.#own(this.#size)
    this.#buffer.set(bytes, at)
  }

  resize(size: number): void {
    if (size > this.#size) this.#extend(size)
    else if (size < this.#size) this.#shrink(size)
  }

  /** Called once, when the last name and the last descriptor are gone. */
  release(): void {
    this.#space.releaseBytes(this.#size)
    this.#buffer = new Uint8Array()
    this.#size = 0
  }

  #extend(size: number): void {
    const more = size - this.#size
    this.#space.takeBytes(more)
    try {
      this.#own(size)
    } catch {
      this.#space.releaseBytes(more)
      throw new Failure(errno.NOSPC)
    }
    // A longer earlier content may have left bytes there.
    this.#buffer.fill(0, this.#size, size)
    this.#size = size
  }

  #shrink(size: number): void {
    this.#changed = true
    this.#space.releaseBytes(this.#size - size)
    this.#size = size
    if (this.#shared || size < this.#buffer.length / 4) this.#replace(size, size)
  }

  /** Copies shared bytes and makes room for `size` bytes. */
  #own(size: number): void {
    this.#changed = true
    if (size > this.#buffer.length) {
      // Doubling never exceeds the remaining space.
      const most = size + this.#space.left
      this.#replace(Math.min(most, Math.max(size, leastCapacity, this.#buffer.length * 2)), this.#size)
    } else if (this.#shared) this.#replace(this.#buffer.length, this.#size)
  }

  #replace(capacity: number, kept: number): void {
    const buffer = new Uint8Array(capacity)
    buffer.set(this.#buffer.subarray(0, kept))
    this.#buffer = buffer
    this.#shared = false
  }
}
