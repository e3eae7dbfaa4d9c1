import { type Dir, lstatSync, opendirSync, readlinkSync, type Stats } from "node:fs"
import { type FileEntry, FileFailed, type FileKind } from "@toolgate/core"
import { getErrno } from "./getErrno.ts"
import { joinPath } from "./joinPath.ts"
import type { PathEnd } from "./PathEnd.ts"
import type { Steps } from "./runOperation.ts"

/** The entry limit of a listing. */
const maxEntries = 100_000

/** The entries read before yielding to the event loop. */
const entriesPerTurn = 256

/** Lists a folder, sorted by code point. Skips entries that are removed meanwhile. */
export function* listFolder(place: PathEnd, path: string): Steps<ReadonlyArray<FileEntry>> {
  const { found } = place
  if (found === undefined) throw new FileFailed("NotFound", path)
  if (found.stats !== undefined && !found.stats.isDirectory()) throw new FileFailed("NotADirectory", path)
  const names = yield* namesIn(found.at, path)
  const entries: Array<FileEntry> = []
  for (const [i, name] of names.sort().entries()) {
    const entry = entryOf(found.at, name)
    if (entry !== undefined) entries.push(entry)
    if (i % entriesPerTurn === entriesPerTurn - 1) yield
  }
  place.confirm()
  return entries
}

// Names are read as Latin-1, one character for each byte, so that names that are not UTF-8 survive. Sorting these
// strings sorts by byte, which in UTF-8 is code point order.
function* namesIn(at: string, path: string): Steps<Array<string>> {
  using folder = disposable(opendirSync(at, { encoding: "latin1", bufferSize: entriesPerTurn }))
  const names: Array<string> = []
  for (let entry = folder.dir.readSync(); entry !== null; entry = folder.dir.readSync()) {
    names.push(entry.name)
    if (names.length > maxEntries) throw new FileFailed("TooLarge", path, { message: tooManyEntries })
    if (names.length % (8 * entriesPerTurn) === 0) yield
  }
  return names
}

const tooManyEntries = "The folder holds more than 100,000 entries, which is more than can be listed."

const disposable = (dir: Dir) => ({ dir, [Symbol.dispose]: () => dir.closeSync() })

const entryOf = (folder: string, latin1: string): FileEntry | undefined => {
  const bytes = Buffer.from(latin1, "latin1")
  const name = bytes.toString()
  const at = Buffer.concat([Buffer.from(joinPath(folder, "")), bytes])
  try {
    const stats = lstatSync(at)
    const kind = getKind(stats)
    const entry = { name, kind, size: stats.size, modified: stats.mtimeMs }
    return kind === "link" ? { ...entry, target: readlinkSync(at, "utf8") } : entry
  } catch (error) {
    if (vanished.has(getErrno(error))) return undefined
    throw error
  }
}

const vanished = new Set(["ENOENT", "ENOTDIR", "EINVAL"])

export const getKind = (stats: Stats): FileKind => {
  if (stats.isFile()) return "file"
  if (stats.isDirectory()) return "directory"
  return stats.isSymbolicLink() ? "link" : "other"
}
