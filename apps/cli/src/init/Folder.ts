import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from "node:fs"
import { join } from "node:path"

/** A folder, looked at with bounds: it may be anybody's. */
export class Folder {
  readonly path: string
  /** The names of its files, and of its folders, in order. Links are neither. */
  readonly files: ReadonlySet<string>
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

  /** The first of these that is a file here. */
  first(...names: ReadonlyArray<string>): string | undefined {
    return names.find((name) => this.files.has(name))
  }

  /** A file's text; "" where there is none, or more than anybody writes by hand. */
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

  /** A folder in it; `undefined` where it cannot be looked at. */
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
