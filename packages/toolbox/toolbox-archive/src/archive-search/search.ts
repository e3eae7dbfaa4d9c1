import { StringDecoder } from "node:string_decoder"
import { createLineMatcher, shortenLine } from "@toolgate/toolbox-base/createLineMatcher"
import type { Ask } from "@toolgate/toolbox-base/jobs"
import { impossible } from "@toolgate/toolbox-base/jobs"
import type { ArchiveEntry } from "../ArchiveEntry.ts"
import { isBomb, most } from "../most.ts"
import { ArchiveSource } from "../reading/ArchiveSource.ts"
import { openArchive } from "../reading/openArchive.ts"

/** A match of the pattern: a line of a file, or just a name. */
export interface Match {
  readonly file: string
  readonly line?: number
  readonly text?: string
}

export interface ArchiveSearchResult {
  readonly matches: ReadonlyArray<Match>
  /** Whether there are more matches than the limit. */
  readonly cut: boolean
}

interface Args {
  readonly size: number
  readonly pattern: string
  readonly regex: boolean
  readonly names_only: boolean
  readonly max_matches: number
}

/** Searches the names in an archive, or the lines of its files. Skips files that are not text. */
export const search = async (args: Args, progress: (text: string) => void, ask: Ask): Promise<ArchiveSearchResult> => {
  const { find } = await createLineMatcher(args)
  const reader = await openArchive(new ArchiveSource(args.size, ask))
  const found: Array<Match> = []
  const isFull = () => found.length > args.max_matches
  const result = () => ({ matches: found.slice(0, args.max_matches), cut: isFull() })
  const wanted = new Set<number>()
  const sizes: Array<ArchiveEntry> = []
  let index = 0
  for await (const entry of reader.entries()) {
    if (args.names_only && find(entry.name) !== -1) found.push({ file: entry.name })
    if (isFull()) return result()
    if (isReadable(entry)) {
      wanted.add(index)
      sizes.push(entry)
    }
    index += 1
  }
  if (args.names_only) return result()
  checkSizes(sizes, args.size)
  await reader.check?.(wanted)
  let bytes = 0
  for await (const { entry, parts } of reader.contents(wanted)) {
    for await (const [line, text] of linesOf(parts)) {
      const at = find(text)
      if (at !== -1) found.push({ file: entry.name, line, text: shortenLine(text, at) })
      if (isFull()) return result()
    }
    const before = bytes
    bytes += entry.size
    if (Math.floor(before / reported) < Math.floor(bytes / reported))
      progress(`Searched ${Math.floor(bytes / (1024 * 1024))} MiB.\n`)
  }
  return result()
}

const reported = 64 * 1024 * 1024

const isReadable = ({ kind, encrypted, obstacle }: ArchiveEntry) =>
  kind === "file" && !encrypted && obstacle === undefined

const checkSizes = (entries: ReadonlyArray<ArchiveEntry>, packed: number): void => {
  const bytes = entries.reduce((sum, { size }) => sum + size, 0)
  if (bytes > most.bytes) throw impossible(`The files hold ${bytes} bytes; the limit is ${most.bytes}.`)
  if (isBomb(packed, bytes) || entries.some((one) => one.packed !== undefined && isBomb(one.packed, one.size)))
    throw impossible(
      `A file grows to more than ${most.ratio} times its size when it is unpacked, as in a malicious archive.`
    )
}

/** Yields numbered lines. Stops at bytes that are not text. Splits very long lines. */
async function* linesOf(parts: AsyncIterable<Uint8Array>): AsyncGenerator<readonly [line: number, text: string]> {
  const decoder = new StringDecoder("utf8")
  let line = 1
  let rest = ""
  for await (const part of parts) {
    if (part.includes(0)) return
    const lines = (rest + decoder.write(Buffer.from(part))).split("\n")
    rest = lines.pop() ?? ""
    for (const text of lines) {
      yield [line, text]
      line += 1
    }
    if (rest.length > longestLine) {
      yield [line, rest]
      rest = ""
    }
  }
  rest += decoder.end()
  if (rest !== "") yield [line, rest]
}

const longestLine = 1024 * 1024
