/** An entry to write to a tar archive. */
export interface TarEntry {
  readonly name: string | Buffer
  readonly content?: string | Uint8Array
  /** The type's letter; "0" is a file. */
  readonly type?: string
  readonly link?: string
  /** The size in the header, if it differs from the content's. */
  readonly size?: number
  readonly prefix?: string
  /** A wrong checksum. */
  readonly sum?: number
  readonly magic?: string
}

/** Writes a tar archive, valid or not. */
export const makeTar = (entries: ReadonlyArray<TarEntry>, { isEnded = true } = {}): Buffer =>
  Buffer.concat([...entries.map(recordOf), isEnded ? Buffer.alloc(1024) : Buffer.alloc(0)])

const recordOf = ({
  name,
  content = "",
  type = "0",
  link = "",
  size,
  prefix = "",
  sum,
  magic = "ustar\x0000"
}: TarEntry) => {
  const bytes = Buffer.from(content)
  const header = Buffer.alloc(512)
  Buffer.from(name).copy(header, 0, 0, 100)
  header.write("0000644\0", 100)
  header.write("0000000\x000000000\0", 108)
  header.write(`${(size ?? bytes.length).toString(8).padStart(11, "0")}\0`, 124)
  header.write("15125334400\0", 136)
  header.write("        ", 148)
  header.write(type, 156)
  header.write(link.slice(0, 100), 157)
  header.write(magic, 257, "latin1")
  header.write(prefix, 345)
  const truth = header.reduce((all, one) => all + one, 0)
  header.write(`${(sum ?? truth).toString(8).padStart(6, "0")}\0 `, 148)
  return Buffer.concat([header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)])
}

/** Returns a PAX record whose values override the next entry's header. */
export const createPaxRecord = (values: Readonly<Record<string, string>>, type = "x"): TarEntry => ({
  name: "PaxHeader",
  type,
  content: Object.entries(values)
    .map(([key, value]) => lineOf(` ${key}=${value}\n`))
    .join("")
})

const lineOf = (rest: string): string => {
  const bytes = Buffer.byteLength(rest)
  const length = bytes + String(bytes + String(bytes).length).length
  return `${length}${rest}`
}

/** Returns a GNU record for the next entry's long name or link. */
export const createGnuLongRecord = (value: string, type: "L" | "K" = "L"): TarEntry => ({
  name: "././@LongLink",
  type,
  content: `${value}\0`
})
