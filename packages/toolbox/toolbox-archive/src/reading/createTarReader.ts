import { pipeline, Readable } from "node:stream"
import { JobFailed } from "@toolgate/toolbox-base/jobs"
import { extract, type Header } from "tar-stream"
import { type ArchiveEntry, type ArchiveFormat, type EntryKind, toModified } from "../ArchiveEntry.ts"
import type { ArchiveReader, EntryContent } from "./ArchiveReader.ts"
import type { ArchiveSource } from "./ArchiveSource.ts"
import { createDamagedError } from "./createDamagedError.ts"
import { unpackWhole } from "./unpackWhole.ts"

/** Reads a tar archive, optionally compressed. Each pass decompresses it again. */
export const createTarReader = (source: ArchiveSource, format: ArchiveFormat): ArchiveReader => ({
  format,
  async *entries() {
    for await (const { entry } of read(source, format)) yield entry
  },
  async *contents(wanted) {
    let left = wanted.size
    if (left === 0) return
    for await (const found of read(source, format)) {
      if (!wanted.has(found.index)) continue
      yield found
      left -= 1
      if (left === 0) return
    }
  }
})

/** Accepts the oldest tar archives, which have no magic. The library's types omit this option. */
const lenient: object = { allowUnknownFormat: true }

/** Yields the entries. Skips the content of an entry if it was not read. */
async function* read(source: ArchiveSource, format: ArchiveFormat): AsyncGenerator<EntryContent> {
  const tar = extract(lenient)
  const parts = Readable.from(unpackWhole(source, format))
  // If either stream fails, the pipeline destroys both, and the loop below throws the reason.
  pipeline(parts, tar, () => {})
  let index = 0
  try {
    for await (const stream of tar) {
      yield { index, entry: entryOf(stream.header), parts: partsOf(stream as AsyncIterable<Uint8Array>) }
      index += 1
      stream.resume()
    }
  } catch (error) {
    throw error instanceof JobFailed ? error : createDamagedError(whyNot(error, format))
  } finally {
    parts.destroy()
    tar.destroy()
  }
}

/** Yields an entry's content. Stopping early skips the rest, whereas closing the stream would end the archive. */
async function* partsOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const parts = stream[Symbol.asyncIterator]()
  for (let next = await parts.next(); next.done !== true; next = await parts.next()) yield next.value
}

const entryOf = ({ name, type, size = 0, mtime, pax }: Header): ArchiveEntry => {
  const isSparse = Object.keys(pax ?? {}).some((key) => key.startsWith("GNU.sparse."))
  const kind = isSparse ? "other" : (kinds[type ?? ""] ?? "other")
  return {
    name,
    kind,
    size: kind === "file" ? size : 0,
    ...toModified(mtime ?? new Date(Number.NaN)),
    encrypted: false
  }
}

const kinds: Readonly<Record<string, EntryKind>> = {
  file: "file",
  "contiguous-file": "file",
  directory: "directory",
  symlink: "link",
  link: "hard_link"
}

const whyNot = (error: unknown, format: ArchiveFormat): string => {
  const said = error instanceof Error ? error.message : ""
  if (/end of (data|file)|prematurely|ended/i.test(said)) return "it ends too soon"
  if (/header|format/i.test(said))
    return format === "tar" ? "an entry is damaged" : "its content is damaged or not a tar archive"
  return `its ${format === "tar" ? "content" : "packed content"} is damaged`
}
