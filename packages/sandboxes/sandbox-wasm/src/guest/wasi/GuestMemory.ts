import type { EngineMemory } from "./engine.ts"
import { errno, Failure } from "./errno.ts"

/** The longest path in bytes, as in Linux. */
const pathBytes = 4095

/** The most buffers of one call. Further buffers are left to the next call, as the interface allows. */
const vectorCount = 1024

// Without `ignoreBOM`, a name that begins with U+FEFF would lose that character.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const encoder = new TextEncoder()

/**
 * The guest's linear memory. Every access is checked; an access out of bounds fails with EFAULT. Views are not kept
 * across calls, because growing replaces the buffer.
 */
export class GuestMemory {
  #memory: EngineMemory | undefined
  #bytes = new Uint8Array()
  #view = new DataView(this.#bytes.buffer)

  /** Attaches the memory. Before, for example in a start function, every pointer is out of bounds. */
  attach(memory: EngineMemory): void {
    this.#memory = memory
  }

  /** Returns a view of the bytes, valid until the guest runs again. */
  bytes(at: number, length: number): Uint8Array {
    this.#check(at, length)
    return this.#bytes.subarray(at, at + length)
  }

  u8(at: number): number {
    return this.#checked(at, 1).getUint8(at)
  }

  u16(at: number): number {
    return this.#checked(at, 2).getUint16(at, true)
  }

  u32(at: number): number {
    return this.#checked(at, 4).getUint32(at, true)
  }

  u64(at: number): bigint {
    return this.#checked(at, 8).getBigUint64(at, true)
  }

  setU32(at: number, value: number): void {
    this.#checked(at, 4).setUint32(at, value, true)
  }

  setU64(at: number, value: bigint): void {
    this.#checked(at, 8).setBigUint64(at, value, true)
  }

  /** Returns a zeroed structure to fill in. The view's offsets start at the structure. */
  structure(at: number, length: number): DataView {
    const bytes = this.bytes(at, length).fill(0)
    return new DataView(bytes.buffer, bytes.byteOffset, length)
  }

  /** Returns a text. Throws EILSEQ if the bytes are not UTF-8. */
  text(at: number, length: number): string {
    const bytes = this.bytes(at, length)
    try {
      return decoder.decode(bytes)
    } catch {
      throw new Failure(errno.ILSEQ)
    }
  }

  path(at: number, length: number): string {
    this.#check(at, length)
    if (length > pathBytes) throw new Failure(errno.NAMETOOLONG)
    const path = this.text(at, length)
    if (path.includes("\0")) throw new Failure(errno.INVAL)
    return path
  }

  /** Returns the buffers of an array of pointers and lengths. */
  vectors(at: number, count: number): Array<Uint8Array> {
    this.#check(at, count * 8)
    const buffers: Array<Uint8Array> = []
    const end = at + Math.min(count, vectorCount) * 8
    for (let vector = at; vector < end; vector += 8) buffers.push(this.bytes(this.u32(vector), this.u32(vector + 4)))
    return buffers
  }

  /** Writes NUL-terminated strings from `bytesAt` on, and their addresses from `pointersAt` on. */
  writeStrings(strings: ReadonlyArray<string>, pointersAt: number, bytesAt: number): void {
    let at = bytesAt
    for (const [index, string] of strings.entries()) {
      const bytes = encodeCString(string)
      this.setU32(pointersAt + index * 4, at)
      this.bytes(at, bytes.length).set(bytes)
      at += bytes.length
    }
  }

  #checked(at: number, length: number): DataView {
    this.#check(at, length)
    return this.#view
  }

  #check(at: number, length: number): void {
    const buffer = this.#memory?.buffer
    if (buffer !== undefined && buffer !== this.#bytes.buffer) {
      this.#bytes = new Uint8Array(buffer)
      this.#view = new DataView(buffer)
    }
    if (at + length > this.#bytes.length) throw new Failure(errno.FAULT)
  }
}

/** Encodes a string with a NUL at its end, as in C. */
export const encodeCString = (string: string): Uint8Array => encoder.encode(`${string}\0`)
