import { lstatSync } from "node:fs"
import { join, resolve } from "node:path"
import { quoted } from "@toolgate/core"
import type { FileReading, Located } from "@toolgate/yaml-reading"

/** The location of a catalogue, to resolve paths against. */
export interface Origin {
  /** The absolute path of the catalogue's folder. */
  readonly folder: string
  /** The home folder for `~/`. */
  readonly home: string | undefined
  /** The workspace of the tools, if known. Scripts in it are identified by content. */
  readonly workspace?: string | undefined
  /** The files and folders that determine what the tools run. */
  readonly files: Set<string>
}

/**
 * Resolves the path of a file that a catalogue names. Reports a problem and returns `undefined` if the file cannot be used. Operators may
 * name files anywhere. Links are refused, because their target could be replaced unnoticed.
 */
export const resolveSourceFile = (path: Located<string>, origin: Origin, reading: FileReading): string | undefined => {
  const found = absolute(path, origin, reading)
  if (found === undefined) return undefined
  const fault = faultOf(found, "file")
  if (fault !== undefined) return reading.fault(path.at, () => `the file ${quoted(path.value)} ${fault}`)
  origin.files.add(found)
  return found
}

/** Resolves the path of a folder that a catalogue names. Reports a problem and returns `undefined` if it cannot be used. */
export const resolveSourceFolder = (
  path: Located<string>,
  origin: Origin,
  reading: FileReading
): string | undefined => {
  const found = absolute(path, origin, reading)
  if (found === undefined) return undefined
  const fault = faultOf(found, "folder")
  if (fault !== undefined) return reading.fault(path.at, () => `the folder ${quoted(path.value)} ${fault}`)
  origin.files.add(found)
  return found
}

const absolute = (
  { value, at }: Located<string>,
  { folder, home }: Origin,
  reading: FileReading
): string | undefined => {
  if (!/^~(?=$|[\\/])/.test(value)) return resolve(folder, value)
  if (home !== undefined) return join(home, value.slice(1))
  return reading.fault(at, () => `${quoted(value)} begins with a home folder, and the user has none`)
}

const faultOf = (path: string, wanted: "file" | "folder"): string | undefined => {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats === undefined) return "does not exist"
    if (stats.isSymbolicLink()) return `is a link; name the ${wanted} that it leads to`
    if (wanted === "folder") return stats.isDirectory() ? undefined : "is not a folder"
    if (stats.isDirectory()) return "is a folder; name a file"
    return stats.isFile() ? undefined : "is not a regular file"
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : ""
    return `cannot be read${code === "" ? "" : ` (${code})`}`
  }
}
