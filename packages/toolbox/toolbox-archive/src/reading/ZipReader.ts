import { Readable } from "node:stream"
import { crc32 } from "node:zlib"
import { JobFailed } from "@toolgate/toolbox-base/jobs"
import type { Entry, RandomAccessReader, ZipFile } from "yauzl"
import yauzl from "yauzl"
import { type ArchiveEntry, type EntryKind, toModified } from "../ArchiveEntry.ts"
import type { ArchiveReader, EntryContent } from "./ArchiveReader.ts"
import type { ArchiveSource } from "./ArchiveSource.ts"
import { checkZip } from "./checkZip.ts"
import { createDamagedError } from "./createDamagedError.ts"

/** Opens a zip archive by the directory at its end. */
export const openZip = async (source: ArchiveSource): Promise<ArchiveReader> => {
  const entries = await readDirectory(source)
  return {
    format: "zip",
    async *entries() {
      for (const one of entries) yield entryOf(one)
    },
    check: async (wanted) => checkZip(await open(source), entries, wanted, source.size),
    async *contents(wanted) {
      const zip = await open(source)
      for (const [index, one] of entries.entries())
        if (wanted.has(index)) yield { index, entry: entryOf(one), parts: partsOf(zip, one) } satisfies EntryContent
    }
  }
}

const open = (source: ArchiveSource): Promise<ZipFile> =>
  // Does not check names, so that an archive with bad names can be listed. They are checked before writing.
  yauzl
    .fromRandomAccessReaderPromise(readerOf(source), source.size, { decodeStrings: false, autoClose: false })
    .catch(rethrown)

const readDirectory = async (source: ArchiveSource): Promise<ReadonlyArray<Entry>> => {
  const zip = await open(source)
  const entries: Array<Entry> = []
  try {
    for await (const entry of zip.eachEntry()) {
      if (
        ![entry.uncompressedSize, entry.compressedSize, entry.relativeOffsetOfLocalHeader].every(Number.isSafeInteger)
      )
        throw createDamagedError("an entry claims a size that no file has")
      entries.push(entry)
    }
  } catch (error) {
    return rethrown(error)
  }
  return entries
}

async function* partsOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  try {
    const stream: AsyncIterable<Uint8Array> = await zip.openReadStreamPromise(entry)
    let checksum = 0
    for await (const part of stream) {
      checksum = crc32(part, checksum)
      yield part
    }
    if (checksum !== entry.crc32) throw createDamagedError("the checksum of a file is wrong")
  } catch (error) {
    rethrown(error)
  }
}

const readerOf = (source: ArchiveSource): RandomAccessReader => {
  class Reader extends yauzl.RandomAccessReader {
    override _readStreamForRange(start: number, end: number): Readable {
      return Readable.from(source.parts(start, end))
    }
    override read(
      buffer: Buffer,
      offset: number,
      length: number,
      position: number,
      done: (error: Error | null) => void
    ) {
      source.read(position, length).then((bytes) => {
        buffer.set(bytes, offset)
        done(null)
      }, done)
    }
  }
  return new Reader()
}

/** Returns an entry's name as the archive spells it. */
export const decodeZipName = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string =>
  yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true)

const entryOf = (entry: Entry): ArchiveEntry => {
  const name = decodeZipName(entry)
  const encrypted = entry.isEncrypted()
  return {
    name,
    kind: kindOf(entry, name),
    size: entry.uncompressedSize,
    packed: entry.compressedSize,
    ...toModified(entry.getLastModDate({ timezone: "UTC" })),
    encrypted,
    ...(encrypted || entry.canDecodeFileData() ? {} : { obstacle: "is packed by a method that cannot be unpacked" })
  }
}

const kindOf = ({ externalFileAttributes }: Entry, name: string): EntryKind => {
  // The upper half contains the Unix mode, even if the archive claims another system.
  const type = (externalFileAttributes >>> 16) & 0o170000
  if (type === 0o120000) return "link"
  if (type === 0o040000 || name.endsWith("/")) return "directory"
  return type === 0 || type === 0o100000 ? "file" : "other"
}

const rethrown = (error: unknown): never => {
  if (error instanceof JobFailed) throw error
  const said = error instanceof Error ? error.message : ""
  throw createDamagedError(whyNot.find(([about]) => about.test(said))?.[1] ?? "its list of entries is damaged")
}

const whyNot: ReadonlyArray<readonly [RegExp, string]> = [
  [/strong encryption/, "its entries are encrypted"],
  [/End of central directory|EOF|end of file/i, "it ends too soon, or is not a zip archive"],
  [/multi-disk/, "it is one part of an archive of several files"],
  [/size mismatch|too many bytes|not enough bytes/, "a file has a different size than the archive says"],
  [/signature/, "its directory is damaged, or counts entries that it does not have"]
]
