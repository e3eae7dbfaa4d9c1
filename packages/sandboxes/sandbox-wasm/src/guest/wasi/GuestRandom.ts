import { randomFillSync } from "node:crypto"

/** Fills bytes with random values. */
export type GuestRandom = (bytes: Uint8Array) => void

/** Makes the random source of a world: see `GuestSources`. */
export const makeRandom = (source: "host" | number): GuestRandom => (source === "host" ? hostRandom : seeded(source))

/** Bytes to request from the system at once. */
const chunkBytes = 1 << 20

const hostRandom: GuestRandom = (bytes) => {
  for (let at = 0; at < bytes.length; at += chunkBytes) randomFillSync(bytes.subarray(at, at + chunkBytes))
}

/**
 * xoshiro128**, whose state is derived from the 64-bit seed through splitmix32. Each word gives four bytes, the lowest
 * first. Not for secrets: the seed determines every byte.
 */
const seeded = (seed: number): GuestRandom => {
  const [low = 0, high = 0] = new Uint32Array(Float64Array.of(seed).buffer)
  const next = splitmix32(low ^ Math.imul(high, 0x9e3779b1))
  const state = Uint32Array.from([next(), next(), next(), next() | 1])
  let word = 0
  let left = 0
  return (bytes) => {
    for (let at = 0; at < bytes.length; at += 1) {
      if (left === 0) {
        word = xoshiro128(state)
        left = 4
      }
      bytes[at] = word & 0xff
      word >>>= 8
      left -= 1
    }
  }
}

const splitmix32 = (seed: number) => {
  let at = seed | 0
  return (): number => {
    at = (at + 0x9e3779b9) | 0
    let mixed = at ^ (at >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }
}

const xoshiro128 = (state: Uint32Array): number => {
  const [a = 0, b = 0, c = 0, d = 0] = state
  const result = Math.imul(rotated(Math.imul(b, 5), 7), 9)
  const third = c ^ a
  const fourth = d ^ b
  state[1] = b ^ third
  state[0] = a ^ fourth
  state[2] = third ^ (b << 9)
  state[3] = rotated(fourth, 11)
  return result >>> 0
}

const rotated = (word: number, by: number): number => (word << by) | (word >>> (32 - by))
