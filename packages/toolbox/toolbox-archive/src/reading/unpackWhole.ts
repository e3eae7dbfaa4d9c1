import { Readable } from "node:stream"
import { createGunzip } from "node:zlib"
import { impossible } from "@toolgate/toolbox-base/jobs"
import type { ArchiveFormat } from "../ArchiveEntry.ts"
import { isBomb, most } from "../most.ts"
import type { ArchiveSource } from "./ArchiveSource.ts"

/** Yields the tar archive in a compressed file. Stops if it grows too much. */
export const unpackWhole = (source: ArchiveSource, format: ArchiveFormat): AsyncIterable<Uint8Array> => {
  if (format === "tar") return source.parts()
  let bytes = 0
  const count = (part: Uint8Array) => {
    bytes += part.length
    if (isBomb(source.size, bytes))
      throw impossible(
        `The archive grows to more than ${most.ratio} times its size when it is unpacked, as in a malicious archive.`
      )
    if (bytes > most.bytes)
      throw impossible(`The archive holds more than ${most.bytes} bytes, the most that can be unpacked.`)
  }
  return format === "tar.gz" ? gunzipped(source, count) : bunzipped(source, count)
}

type Count = (part: Uint8Array) => void

async function* gunzipped(source: ArchiveSource, count: Count): AsyncGenerator<Uint8Array> {
  const packed = Readable.from(source.parts())
  const stream = createGunzip()
  packed.on("error", (error) => stream.destroy(error))
  try {
    for await (const part of packed.pipe(stream)) {
      count(part)
      yield part
    }
  } finally {
    packed.destroy()
    stream.destroy()
  }
}

async function* bunzipped(source: ArchiveSource, count: Count): AsyncGenerator<Uint8Array> {
  const { default: unbzip2 } = await import("unbzip2-stream")
  const stream = unbzip2()
  const parts: Array<Uint8Array> = []
  let failure: { readonly error: unknown } | undefined
  const blocks = blockCounter()
  stream.on("data", (part: Uint8Array) => {
    // The stream decompresses its whole input at once. Throwing here stops it, and becomes its error.
    count(part)
    blocks.add(part.length)
    parts.push(part)
  })
  stream.on("error", (error: unknown) => {
    failure ??= { error }
  })
  const unpacked = () => {
    if (failure !== undefined) throw failure.error
    return parts.splice(0)
  }
  let seen = Buffer.alloc(0)
  for await (const part of source.parts()) {
    // An empty stream contains no countable block. Its marker may span two parts.
    seen = Buffer.concat([seen.subarray(-(emptyStream.length - 1)), part])
    for (let at = seen.indexOf(emptyStream); at !== -1; at = seen.indexOf(emptyStream, at + 1)) blocks.add(0)
    stream.write(Buffer.from(part))
    yield* unpacked()
  }
  stream.end()
  yield* unpacked()
}

/** The end of an empty bzip2 stream, after the level in its header. */
const emptyStream = Buffer.from("177245385090", "hex")

/**
 * Counts the blocks of a bzip2 file, whose cost does not depend on their size. A genuine file has large blocks, except
 * for the last of each stream.
 */
const blockCounter = () => {
  let [blocks, bytes] = [0, 0]
  return {
    add: (length: number) => {
      blocks++
      bytes += length
      if (blocks > fewBlocks && bytes < blocks * smallBlock)
        throw impossible(
          `The archive has ${blocks} blocks with less than ${smallBlock} bytes each, as in a malicious archive.`
        )
    }
  }
}

const fewBlocks = 256
const smallBlock = 1024
