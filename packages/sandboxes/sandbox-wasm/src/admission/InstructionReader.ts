import type { ByteReader } from "./ByteReader.ts"
import { bulkInstructions, type Follows, instructions, newer, notRun, vectorInstructions } from "./instructions.ts"
import { UnsupportedFeature } from "./UnsupportedFeature.ts"
import { checkType, isHeapType, isValueType } from "./valueTypes.ts"

/** The deepest nesting of blocks in a function. Compiled real programs have a hundredth of it. */
export const deepestBlocks = 10_000

/** A function nests blocks too deep. `admit` catches this error. */
export class TooDeep {
  readonly offset: number

  constructor(offset: number) {
    this.offset = offset
  }
}

/**
 * Reads instructions without storing them, so that every module takes the same memory. Throws `UnsupportedFeature` for an
 * unsupported instruction, `TooDeep` for blocks that nest too deep, and `Malformed` for a premature end. The engine
 * validates the instructions.
 */
export class InstructionReader {
  readonly reader: ByteReader
  depth = 0

  constructor(reader: ByteReader) {
    this.reader = reader
  }

  /** Skips instructions to the matching end. */
  toEnd(): void {
    for (this.depth = 1; this.depth > 0; ) {
      const { offset } = this.reader
      const code = this.reader.byte()
      const what = instructions[code]
      if (what === undefined) throw new UnsupportedFeature(notRun.get(code) ?? newer, offset)
      pass[what](this, offset)
    }
  }
}

type Pass = (at: InstructionReader, offset: number) => void

const oneMemory = ({ reader }: InstructionReader, offset: number): void => {
  if (reader.u32() !== 0) throw new UnsupportedFeature("several memories", offset)
}

const address = ({ reader }: InstructionReader, offset: number): void => {
  if ((reader.u32() & withMemory) !== 0) throw new UnsupportedFeature("several memories", offset)
  reader.skipNumber()
}

/** A block's type is empty, a value type, or a type index. */
const blockType = ({ reader }: InstructionReader): void => {
  const byte = reader.peek()
  if (byte === noValue || isValueType(byte)) reader.skip(1)
  else if (byte >= firstNegative && byte < 0x80) throw new UnsupportedFeature("typed references", reader.offset)
  else reader.skipNumber()
}

const family =
  (instructionsOf: ReadonlyArray<Follows | undefined>): Pass =>
  (at, offset) => {
    const code = at.reader.u32()
    const what = instructionsOf[code]
    if (what === undefined)
      throw new UnsupportedFeature(isRelaxed(code, instructionsOf) ? "relaxed SIMD" : newer, offset)
    pass[what](at, offset)
  }

const isRelaxed = (code: number, of: ReadonlyArray<unknown>) => of === vectorInstructions && code <= lastRelaxed

/** Functions that skip the operands of an instruction. */
const pass: Readonly<Record<Follows, Pass>> = {
  nothing: () => {},
  number: ({ reader }) => reader.skipNumber(),
  "two numbers": ({ reader }) => {
    reader.skipNumber()
    reader.skipNumber()
  },
  block: (at, offset) => {
    if (++at.depth > deepestBlocks + 1) throw new TooDeep(offset)
    blockType(at)
  },
  end: (at) => {
    at.depth--
  },
  depths: ({ reader }) => {
    for (let left = reader.count("labels") + 1; left > 0; left--) reader.skipNumber()
  },
  "value types": ({ reader }) => {
    for (let left = reader.count("values"); left > 0; left--) checkType(reader, isValueType)
  },
  "heap type": ({ reader }) => checkType(reader, isHeapType),
  address,
  "address and lane": (at, offset) => {
    address(at, offset)
    at.reader.skip(1)
  },
  memory: oneMemory,
  "two memories": (at, offset) => {
    oneMemory(at, offset)
    oneMemory(at, offset)
  },
  "data and memory": (at, offset) => {
    at.reader.skipNumber()
    oneMemory(at, offset)
  },
  "one byte": ({ reader }) => reader.skip(1),
  "four bytes": ({ reader }) => reader.skip(4),
  "eight bytes": ({ reader }) => reader.skip(8),
  "sixteen bytes": ({ reader }) => reader.skip(16),
  bulk: family(bulkInstructions),
  vector: family(vectorInstructions)
}

/** The last relaxed SIMD instruction after 0xfd. The relaxed instructions follow the usual ones. */
const lastRelaxed = 0x11f
const noValue = 0x40
/** From here on, a one-byte number is negative, and means a type other than the usual ones. */
const firstNegative = 0x40
/** A bit of the alignment. */
const withMemory = 0x40
