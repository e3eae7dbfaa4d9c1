import { type ArchiveEntry, type EntryKind, toModified } from "../ArchiveEntry.ts"
import { createDamagedError } from "./createDamagedError.ts"

export interface SevenZipEntry extends ArchiveEntry {
  /** The CRC-32 of the content, if the archive has one. */
  readonly checksum: number | undefined
}

/** Parses 7-Zip's technical listing: blocks of `key = value` lines, each followed by an empty line. */
export const readListing = (text: string): ReadonlyArray<SevenZipEntry> =>
  text
    .split("\n\n")
    .filter((block) => block.trim() !== "")
    .map(entryOf)

const entryOf = (block: string): SevenZipEntry => {
  const values = new Map<string, string>()
  for (const line of block.replace(/^\n+/, "").split("\n")) {
    const [, key, value] = /^([A-Z][A-Za-z ]*) = ?(.*)$/.exec(line) ?? []
    // A name with a line break could fake further lines.
    if (key === undefined || value === undefined || values.has(key))
      throw createDamagedError("a name in it holds a line break")
    values.set(key, value)
  }
  const name = values.get("Path")
  if (name === undefined) throw createDamagedError("an entry has no name")
  const size = Number(values.get("Size") ?? 0)
  if (!Number.isSafeInteger(size)) throw createDamagedError("an entry claims a size that no file has")
  const crc = values.get("CRC") ?? ""
  return {
    name,
    kind: kindOf(values.get("Attributes") ?? ""),
    size,
    ...toModified(new Date(`${(values.get("Modified") ?? "").slice(0, 19).replace(" ", "T")}Z`)),
    encrypted: values.get("Encrypted") === "+",
    checksum: crc === "" ? undefined : Number.parseInt(crc, 16)
  }
}

/** Returns the kind from the attributes: Windows letters, and possibly a Unix mode after them. */
const kindOf = (attributes: string): EntryKind => {
  const [windows = "", unix = ""] = attributes.split(" ")
  const type = /^[-dlbcps]/.test(unix) && unix.length > 9 ? unix[0] : undefined
  // Windows represents links as reparse points.
  if (type === "l" || windows.includes("L")) return "link"
  if (type === "d" || windows.includes("D")) return "directory"
  return type === undefined || type === "-" ? "file" : "other"
}
