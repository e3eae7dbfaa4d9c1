import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from "node:fs"
import { join } from "node:path"

/** Reads a folder with limits, because its content is untrusted. */
export class Folder {
  readonly path: string
  /** The names of the files. Links do not count as files or folders. */
  readonly files: ReadonlySet<string>
  /** The names of the folders, sorted. */
  readonly folders: ReadonlyArray<string>

  constructor(path: string) {
    this.path = path
    const entries = readdirSync(path, { withFileTypes: true }).slice(0, mostEntries)
    this.files = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name))
    this.folders = entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .toSorted()
  }

  /** Returns the first of these names that is a file in the folder; `undefined` if none is. */
  first(...names: ReadonlyArray<string>): string | undefined {
    return names.find((name) => this.files.has(name))
  }

  /** Returns the text of a file, or "" if it does not exist or is implausibly large. */
  text(name: string): string {
    if (!this.files.has(name)) return ""
    try {
      const fd = openSync(join(this.path, name), constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
      try {
        if (!fstatSync(fd).isFile()) return ""
        const bytes = Buffer.alloc(longestFile + 1)
        const length = readSync(fd, bytes, 0, bytes.length, 0)
        return length > longestFile ? "" : bytes.toString("utf8", 0, length)
      } finally {
        closeSync(fd)
      }
    } catch {
      return ""
    }
  }

  /** Returns a folder in this folder; `undefined` if it cannot be read. */
  in(name: string): Folder | undefined {
    try {
      return new Folder(join(this.path, name))
    } catch {
      return undefined
    }
  }
}

const mostEntries = 10_000

const longestFile = 1024 * 1024
