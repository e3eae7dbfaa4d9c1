import { crc32 } from "node:zlib"
import { impossible } from "@toolgate/toolbox-base/jobs"
import type { ArchiveEntry } from "../ArchiveEntry.ts"
import { most } from "../most.ts"
import type { ArchiveReader, EntryContent } from "./ArchiveReader.ts"
import type { ArchiveSource } from "./ArchiveSource.ts"
import { createDamagedError } from "./createDamagedError.ts"
import { readListing, type SevenZipEntry } from "./readListing.ts"
import { isHidden, type SevenZip, startSevenZip } from "./SevenZip.ts"

/** Opens a 7z archive in memory. */
export const openSevenZip = async (source: ArchiveSource): Promise<ArchiveReader> => {
  if (source.size > most.heldBytes)
    throw impossible(
      `A 7z archive of more than ${most.heldBytes} bytes is not read, because it would have to fit into memory.`
    )
  const parts: Array<Uint8Array> = []
  for await (const part of source.parts()) parts.push(part)
  const archive = Buffer.concat(parts)
  if (isHidden(archive)) throw impossible("The archive is encrypted, and cannot be read without its password.")
  const program = await startSevenZip(archive)
  const entries = withObstacles(readListing(program.list()))
  return {
    format: "7z",
    async *entries() {
      yield* entries
    },
    async *contents(wanted) {
      for (const batch of batchesOf(entries, wanted)) yield* unpack(program, batch)
    }
  }
}

interface Wanted {
  readonly index: number
  readonly entry: SevenZipEntry
}

/** Groups files so that each group fits into memory. Each group unpacks its solid block again. */
function* batchesOf(
  entries: ReadonlyArray<SevenZipEntry>,
  wanted: ReadonlySet<number>
): Generator<ReadonlyArray<Wanted>> {
  let batch: Array<Wanted> = []
  let bytes = 0
  for (const [index, entry] of entries.entries()) {
    if (!wanted.has(index)) continue
    if (batch.length > 0 && bytes + entry.size > batchBytes) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push({ index, entry })
    bytes += entry.size
  }
  if (batch.length > 0) yield batch
}

const batchBytes = 64 * 1024 * 1024

/** Unpacks a group, and splits the output into files by their sizes in the archive. Checksums verify the split. */
function* unpack(program: SevenZip, batch: ReadonlyArray<Wanted>): Generator<EntryContent> {
  const total = batch.reduce((sum, { entry }) => sum + entry.size, 0)
  const bytes =
    total === 0
      ? Buffer.alloc(0)
      : program.unpack(
          batch.map(({ entry }) => entry.name),
          total
        )
  let at = 0
  for (const { index, entry } of batch) {
    const content = bytes.subarray(at, at + entry.size)
    at += entry.size
    if (content.length !== entry.size || (entry.checksum !== undefined && crc32(content) !== entry.checksum))
      throw createDamagedError("the checksum of a file is wrong")
    yield { index, entry, parts: once(content) }
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Marks files with ambiguous names, because 7-Zip unpacks by name. */
const withObstacles = (entries: ReadonlyArray<SevenZipEntry>): ReadonlyArray<SevenZipEntry> => {
  const names = new Map<string, number>()
  for (const { name } of entries) {
    names.set(name, (names.get(name) ?? 0) + 1)
    for (let at = name.indexOf("/"); at >= 0; at = name.indexOf("/", at + 1)) {
      const above = `${name.slice(0, at)}/`
      names.set(above, (names.get(above) ?? 0) + 1)
    }
  }
  const isOne = ({ name, kind }: ArchiveEntry) => kind !== "file" || (names.get(name) === 1 && !names.has(`${name}/`))
  return entries.map((entry) => (isOne(entry) ? entry : { ...entry, obstacle: "shares its name with another entry" }))
}
