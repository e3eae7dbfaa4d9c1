import { crc32, deflateRawSync } from "node:zlib"

/** An entry to write to a zip archive. Given fields may contradict the content. */
export interface ZipEntry {
  readonly name: string | Buffer
  readonly content?: string | Uint8Array
  readonly method?: number
  readonly flags?: number
  /** The Unix mode with its type. */
  readonly mode?: number
  /** The entry's host system: 3 for Unix, 0 for DOS. */
  readonly host?: number
  /** Wrong fields for the record before the file. */
  readonly local?: Partial<ZipRecord>
  /** Wrong fields for the record in the directory. */
  readonly central?: Partial<ZipRecord>
  /** The raw bytes, instead of the packed content. */
  readonly raw?: Uint8Array
  /** The index of an entry whose record and bytes this entry shares. */
  readonly shares?: number
}

interface ZipRecord {
  readonly name: Buffer
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly method: number
  readonly flags: number
  readonly offset: number
  readonly extra: Buffer
}

/** Writes a zip archive, valid or not. */
export const makeZip = (entries: ReadonlyArray<ZipEntry>, { count = entries.length } = {}): Buffer => {
  const body: Array<Buffer> = []
  const directory: Array<Buffer> = []
  const offsets: Array<number> = []
  let at = 0
  for (const entry of entries) {
    const content = Buffer.from(entry.content ?? "")
    const method = entry.method ?? 0
    const raw = Buffer.from(entry.raw ?? (method === 8 ? deflateRawSync(content) : content))
    const truth: ZipRecord = {
      name: Buffer.from(entry.name),
      crc: crc32(content),
      packed: raw.length,
      size: content.length,
      method,
      flags: (entry.flags ?? 0) | (typeof entry.name === "string" ? 0x800 : 0),
      offset: entry.shares === undefined ? at : (offsets[entry.shares] ?? 0),
      extra: Buffer.alloc(0)
    }
    offsets.push(truth.offset)
    if (entry.shares === undefined) {
      const local = Buffer.concat([localRecord({ ...truth, ...entry.local }), raw])
      body.push(local)
      at += local.length
    }
    directory.push(centralRecord({ ...truth, ...entry.central }, (entry.mode ?? 0) * 0x10000, entry.host ?? 3))
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  return Buffer.concat([
    ...body,
    ...directory,
    numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, at], [2, 0])
  ])
}

const numbers = (...fields: ReadonlyArray<readonly [bytes: number, value: number]>): Buffer =>
  Buffer.concat(
    fields.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes)
      field.writeUIntLE(value >>> 0, 0, bytes)
      return field
    })
  )

const noon2026: ReadonlyArray<readonly [number, number]> = [
  [2, 0x6000],
  [2, 0x5c21]
]

const localRecord = ({ name, crc, packed, size, method, flags, extra }: ZipRecord) =>
  Buffer.concat([
    numbers([4, 0x04034b50], [2, 20], [2, flags], [2, method], ...noon2026, [4, crc], [4, packed], [4, size]),
    numbers([2, name.length], [2, extra.length]),
    name,
    extra
  ])

const centralRecord = (
  { name, crc, packed, size, method, flags, offset, extra }: ZipRecord,
  attributes: number,
  host: number
) =>
  Buffer.concat([
    numbers([4, 0x02014b50], [2, host * 256 + 20], [2, 20], [2, flags], [2, method], ...noon2026),
    numbers([4, crc], [4, packed], [4, size], [2, name.length], [2, extra.length], [2, 0], [2, 0], [2, 0]),
    numbers([4, attributes], [4, offset]),
    name,
    extra
  ])

/** Returns the extra field for large files. */
export const createZip64Extra = (...values: ReadonlyArray<bigint>): Buffer => {
  const field = Buffer.alloc(4 + values.length * 8)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(values.length * 8, 2)
  for (const [at, value] of values.entries()) field.writeBigUInt64LE(value, 4 + at * 8)
  return field
}
