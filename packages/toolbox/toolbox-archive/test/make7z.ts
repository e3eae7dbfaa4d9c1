import { crc32 } from "node:zlib"

/** An entry to write to a 7z archive. */
export interface SevenZipEntry {
  readonly name: string
  readonly content: string
  /** The attributes, with the Unix mode in the upper half. */
  readonly attributes?: number
}

/** Writes an uncompressed 7z archive (the method "Copy"), with arbitrary names. */
export const make7z = (entries: ReadonlyArray<SevenZipEntry>): Buffer => {
  const contents = entries.map(({ content }) => Buffer.from(content))
  const all = Buffer.concat(contents)
  const names = Buffer.concat(entries.map(({ name }) => Buffer.from(`${name}\0`, "utf16le")))
  const attributes = Buffer.concat(entries.map((one) => uint32(one.attributes ?? 0x20)))
  const header = Buffer.concat([
    // The packed streams: one, at 0.
    bytes(0x01, 0x04, 0x06, 0x00, 0x01, 0x09),
    number(all.length),
    bytes(0x00),
    // The folders: one, with one coder "Copy".
    bytes(0x07, 0x0b, 0x01, 0x00, 0x01, 0x01, 0x00, 0x0c),
    number(all.length),
    bytes(0x00),
    // The files in the folder, with their sizes except the last, and their checksums.
    bytes(0x08, 0x0d),
    number(entries.length),
    ...(entries.length > 1 ? [bytes(0x09), ...contents.slice(0, -1).map((one) => number(one.length))] : []),
    bytes(0x0a, 0x01),
    ...contents.map((one) => uint32(crc32(one))),
    bytes(0x00, 0x00),
    // The names and attributes.
    bytes(0x05),
    number(entries.length),
    bytes(0x11),
    number(names.length + 1),
    bytes(0x00),
    names,
    bytes(0x15),
    number(attributes.length + 2),
    bytes(0x01, 0x00),
    attributes,
    bytes(0x00, 0x00)
  ])
  const start = Buffer.concat([uint64(all.length), uint64(header.length), uint32(crc32(header))])
  return Buffer.concat([bytes(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4), uint32(crc32(start)), start, all, header])
}

const bytes = (...values: ReadonlyArray<number>) => Buffer.from(values)

const uint32 = (value: number) => {
  const field = Buffer.alloc(4)
  field.writeUInt32LE(value >>> 0)
  return field
}

const uint64 = (value: number) => {
  const field = Buffer.alloc(8)
  field.writeBigUInt64LE(BigInt(value))
  return field
}

/** Encodes a number below 16,384 in the format's variable length. */
const number = (value: number) => (value < 0x80 ? bytes(value) : bytes(0x80 | (value >> 8), value & 0xff))
