import yauzl, { type Entry, type LocalFileHeader, type ZipFile } from "yauzl"
import { createDamagedError } from "./createDamagedError.ts"

/**
 * Checks that both records of each wanted entry agree, and that entries do not share bytes. A zip archive stores each record twice: in its
 * directory, which is read here, and before each file, where other programs read it. In malicious archives the records differ, or many
 * entries share the same bytes.
 */
export const checkZip = async (
  zip: ZipFile,
  entries: ReadonlyArray<Entry>,
  wanted: ReadonlySet<number>,
  size: number
): Promise<void> => {
  const spans: Array<readonly [from: number, to: number]> = []
  for (const [index, entry] of entries.entries()) {
    if (!wanted.has(index)) continue
    const from = entry.relativeOffsetOfLocalHeader
    const local = await zip.readLocalFileHeaderPromise(entry).catch(() => {
      throw createDamagedError("the directory names a missing file")
    })
    const to = local.fileDataStart + entry.compressedSize
    if (to > size) throw createDamagedError("a file is said to be longer than the archive")
    const later = (local.generalPurposeBitFlag & sizesFollow) !== 0
    const differs =
      !local.fileName.equals(entry.fileNameRaw) ||
      local.compressionMethod !== entry.compressionMethod ||
      (local.generalPurposeBitFlag & encrypted) !== (entry.generalPurposeBitFlag & encrypted) ||
      !isSame(sizesOf(local), entry, later) ||
      (local.crc32 !== entry.crc32 && !(later && local.crc32 === 0))
    if (differs)
      throw createDamagedError("its directory and the record before a file disagree, as in a malicious archive")
    spans.push([from, to])
  }
  spans.sort(([one], [other]) => one - other)
  if (spans.some(([from], at) => at > 0 && from < (spans[at - 1]?.[1] ?? 0)))
    throw createDamagedError("two of its entries share the same bytes, as in a malicious archive")
}

const encrypted = 1
/** The flag of an entry whose sizes and checksum follow its content. */
const sizesFollow = 8

interface Sizes {
  readonly compressedSize: number
  readonly uncompressedSize: number
}

const isSame = (local: Sizes, central: Sizes, later: boolean): boolean =>
  (local.compressedSize === central.compressedSize && local.uncompressedSize === central.uncompressedSize) ||
  (later && local.compressedSize === 0 && local.uncompressedSize === 0)

/** Returns the sizes in the record before a file. Large sizes have a separate field. */
const sizesOf = ({ compressedSize, uncompressedSize, extraField }: LocalFileHeader): Sizes => {
  if (compressedSize !== elsewhere && uncompressedSize !== elsewhere) return { compressedSize, uncompressedSize }
  const large = yauzl.parseExtraFields(extraField).find(({ id }) => id === 1)?.data
  // In the record before a file, the field must contain both sizes.
  if (large === undefined || large.length < 16)
    throw createDamagedError("the record before a large file lacks its size")
  return { uncompressedSize: Number(large.readBigUInt64LE(0)), compressedSize: Number(large.readBigUInt64LE(8)) }
}

const elsewhere = 0xffffffff
