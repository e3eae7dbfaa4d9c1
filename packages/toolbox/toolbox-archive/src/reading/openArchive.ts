import { impossible } from "@toolgate/toolbox-base/jobs"
import { most } from "../most.ts"
import type { ArchiveReader } from "./ArchiveReader.ts"
import type { ArchiveSource } from "./ArchiveSource.ts"
import { createDamagedError } from "./createDamagedError.ts"

/** Opens an archive of the format that its first bytes show. Refuses an extremely long name. */
export const openArchive = async (source: ArchiveSource): Promise<ArchiveReader> => {
  const reader = await readerOf(source)
  return {
    ...reader,
    async *entries() {
      for await (const entry of reader.entries()) {
        if (entry.name.length > most.nameLength)
          throw createDamagedError(`a name in it has more than ${most.nameLength} characters`)
        yield entry
      }
    }
  }
}

/** Returns the reader of a format. Loads its library on first use. */
const readerOf = async (source: ArchiveSource): Promise<ArchiveReader> => {
  const head = Buffer.from(await source.read(0, Math.min(512, source.size)))
  const begins = (...bytes: ReadonlyArray<number>) => bytes.every((byte, at) => head[at] === byte)
  if (begins(0x50, 0x4b, 3, 4) || begins(0x50, 0x4b, 5, 6)) return (await import("./ZipReader.ts")).openZip(source)
  if (begins(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c)) return (await import("./SevenZipReader.ts")).openSevenZip(source)
  const { createTarReader } = await import("./createTarReader.ts")
  if (begins(0x1f, 0x8b)) return createTarReader(source, "tar.gz")
  if (begins(0x42, 0x5a, 0x68)) return createTarReader(source, "tar.bz2")
  if (head.length === 512 && isTar(head)) return createTarReader(source, "tar")
  throw impossible(
    "The file is not an archive that can be read: its content is neither zip, tar, tar.gz, tar.bz2 nor 7z."
  )
}

/** Whether a block is a tar header, by its magic or the oldest format's checksum, or the end of an empty archive. */
const isTar = (block: Buffer): boolean => {
  if (block.toString("latin1", 257, 262) === "ustar" || block.every((byte) => byte === 0)) return true
  const sum = block.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 32 : byte), 0)
  return Number.parseInt(block.toString("latin1", 148, 156).trim(), 8) === sum
}
