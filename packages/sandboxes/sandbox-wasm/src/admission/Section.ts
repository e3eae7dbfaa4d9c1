import { ByteReader, Malformed } from "./ByteReader.ts"

/** A section of a module: its id, and where the section and its content begin and end. */
export interface Section {
  readonly id: number
  readonly at: number
  readonly start: number
  readonly end: number
}

/** Section ids of the binary format. */
export const sectionId = {
  custom: 0,
  type: 1,
  import: 2,
  function: 3,
  table: 4,
  memory: 5,
  global: 6,
  export: 7,
  start: 8,
  element: 9,
  code: 10,
  data: 11,
  dataCount: 12,
  tag: 13
} as const

/** The start of a binary: `\0asm`, and the version of core modules. */
export const preamble: ReadonlyArray<number> = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]

export const readSections = (bytes: Uint8Array): ReadonlyArray<Section> => {
  checkPreamble(bytes)
  const sections: Array<Section> = []
  const seen = new Set<number>()
  for (const reader = new ByteReader(bytes, preamble.length); !reader.done; ) {
    const offset = reader.offset
    const id = reader.byte()
    const length = reader.u32()
    const start = reader.offset
    reader.take(length)
    if (id !== sectionId.custom && seen.has(id)) throw new Malformed(`section ${id} is duplicated`, offset)
    seen.add(id)
    sections.push({ id, at: offset, start, end: reader.offset })
  }
  return sections
}

const checkPreamble = (bytes: Uint8Array) => {
  const wrong = preamble.findIndex((byte, index) => bytes[index] !== byte)
  if (wrong === -1) return
  if (wrong < 4) throw new Malformed("it does not start with \\0asm", wrong)
  throw new Malformed("it is not a core module of version 1; build a module instead of a component", wrong)
}
