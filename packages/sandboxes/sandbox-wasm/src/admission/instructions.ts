/** The operands of an instruction in the binary format. Indexes, depths and integers are "numbers". */
export type Follows =
  | "nothing"
  | "number"
  | "two numbers"
  /** The type of a block that begins here. */
  | "block"
  | "end"
  /** A list of depths, and a default depth. */
  | "depths"
  | "value types"
  | "heap type"
  /** An alignment, an optional memory index, and an offset. */
  | "address"
  /** An address, and a lane index. */
  | "address and lane"
  | "memory"
  | "two memories"
  /** A data index, and a memory index. */
  | "data and memory"
  | "one byte"
  | "four bytes"
  | "eight bytes"
  | "sixteen bytes"
  /** The instruction's number within its family. */
  | "bulk"
  | "vector"

/** A range of instructions with the same operands. */
type Range = readonly [first: number, last: number, what: Follows]

const table = (size: number, ranges: ReadonlyArray<Range>): ReadonlyArray<Follows | undefined> => {
  const made: Array<Follows | undefined> = new Array(size).fill(undefined)
  for (const [first, last, what] of ranges) made.fill(what, first, last + 1)
  return made
}

/** Supported one-byte instructions, by their byte. */
export const instructions = table(256, [
  [0x00, 0x01, "nothing"],
  [0x02, 0x04, "block"],
  [0x05, 0x05, "nothing"],
  [0x0b, 0x0b, "end"],
  [0x0c, 0x0d, "number"],
  [0x0e, 0x0e, "depths"],
  [0x0f, 0x0f, "nothing"],
  [0x10, 0x10, "number"],
  [0x11, 0x11, "two numbers"],
  [0x1a, 0x1b, "nothing"],
  [0x1c, 0x1c, "value types"],
  [0x20, 0x26, "number"],
  [0x28, 0x3e, "address"],
  [0x3f, 0x40, "memory"],
  [0x41, 0x42, "number"],
  [0x43, 0x43, "four bytes"],
  [0x44, 0x44, "eight bytes"],
  [0x45, 0xc4, "nothing"],
  [0xd0, 0xd0, "heap type"],
  [0xd1, 0xd1, "nothing"],
  [0xd2, 0xd2, "number"],
  [0xfc, 0xfc, "bulk"],
  [0xfd, 0xfd, "vector"]
])

/** Instructions after 0xfc: saturating conversions, and bulk operations on memory and tables. */
export const bulkInstructions = table(18, [
  [0, 7, "nothing"],
  [8, 8, "data and memory"],
  [9, 9, "number"],
  [10, 10, "two memories"],
  [11, 11, "memory"],
  [12, 12, "two numbers"],
  [13, 13, "number"],
  [14, 14, "two numbers"],
  [15, 17, "number"]
])

/** Instructions after 0xfd: SIMD. */
export const vectorInstructions = table(256, [
  [0, 11, "address"],
  [12, 13, "sixteen bytes"],
  [14, 20, "nothing"],
  [21, 34, "one byte"],
  [35, 83, "nothing"],
  [84, 91, "address and lane"],
  [92, 93, "address"],
  [94, 255, "nothing"]
])

/** Unsupported instructions: the feature's name, by the first byte. */
export const notRun: ReadonlyMap<number, string> = new Map([
  ...[0x06, 0x07, 0x08, 0x09, 0x0a, 0x18, 0x19, 0x1f].map((code) => [code, "exceptions"] as const),
  ...[0x12, 0x13, 0x15].map((code) => [code, "tail calls"] as const),
  ...[0x14, 0xd4, 0xd5, 0xd6].map((code) => [code, "typed references"] as const),
  [0xfe, "threads"]
])

/** The name of all other unsupported features. */
export const newer = "instructions or types newer than those it knows"
