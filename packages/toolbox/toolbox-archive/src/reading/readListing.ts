import { type ArchiveEntry, type EntryKind, modifiedAt } from "../ArchiveEntry.ts"
import { damaged } from "./damaged.ts"

/** An entry of a 7z archive. */
export interface SevenZipEntry extends ArchiveEntry {
  /** The CRC-32 of the content, if the archive says one. */
  readonly checksum: number | undefined
}

/** Reads the technical listing of 7-Zip: blocks of lines of the form `key = value`, with an empty line after each. */
export const readListing = (text: string): ReadonlyArray<SevenZipEntry> =>
  text
    .split("\n\n")
    .filter((block) => block.trim() !== "")
    .map(entryOf)

const entryOf = (block: string): SevenZipEntry => {
  const values = new Map<string, string>()
  for (const line of block.replace(/^\n+/, "").split("\n")) {
    const [, key, value] = /^([A-Z][A-Za-z ]*) = ?(.*)$/.exec(line) ?? []
    // A name with a line break would look like further lines.
    if (key === undefined || value === undefined || values.has(key)) throw damaged("a name in it holds a line break")
    values.set(key, value)
  }
  const name = values.get("Path")
  if (name === undefined) throw damaged("an entry has no name")
  const size = Number(values.get("Size") ?? 0)
  if (!Number.isSafeInteger(size)) throw damaged("an entry claims a size that no file has")
  const crc = values.get("CRC") ?? ""
  return {
    name,
    kind: kindOf(values.get("Attributes") ?? ""),
    size,
    ...modifiedAt(new Date(`${(values.get("Modified") ?? "").slice(0, 19).replace(" ", "T")}Z`)),
    encrypted: values.get("Encrypted") === "+",
    checksum: crc === "" ? undefined : Number.parseInt(crc, 16)
  }
}

/** Returns the kind that the attributes say: letters of Windows, and after them perhaps the mode of a Unix file. */
const kindOf = (attributes: string): EntryKind => {
  const [windows = "", unix = ""] = attributes.split(" ")
  const type = /^[-dlbcps]/.test(unix) && unix.length > 9 ? unix[0] : undefined
  // A reparse point is what Windows has for links.
  if (type === "l" || windows.includes("L")) return "link"
  if (type === "d" || windows.includes("D")) return "directory"
  return type === undefined || type === "-" ? "file" : "other"
}
