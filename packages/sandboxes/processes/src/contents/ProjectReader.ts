import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs"
import { join, sep } from "node:path"
import { tryOrUndefined } from "../tryOrUndefined.ts"
import { listFileNames } from "./scriptText.ts"

/** Limits of one search, for the project's files and for its installed packages. */
export interface SearchBounds {
  readonly own: Amount
  readonly installed: Amount
}

interface Amount {
  readonly files: number
  readonly folders: number
  /** Characters of scripts to read. */
  readonly characters: number
  /** The number of lookups of a name in a folder. */
  readonly lookups: number
}

const usual: SearchBounds = {
  own: { files: 500, folders: 500, characters: 2 ** 20, lookups: 2 ** 22 },
  installed: { files: 100, folders: 100, characters: 2 ** 18, lookups: 2 ** 20 }
}

/** Reads the folders and scripts of a project within the limits of one search. Each is read once. */
export class ProjectReader {
  /** Descriptions of files that were not read, for a person. */
  readonly unfollowed = new Set<string>()
  private readonly root: string
  private readonly room: Record<keyof SearchBounds, Amount>
  private readonly listings = new Map<string, Listing>()
  private readonly places = new Map<string, string | undefined>()

  constructor(root: string, bounds: SearchBounds = usual) {
    this.root = tryOrUndefined(() => realpathSync(root)) ?? root
    this.room = { ...bounds }
  }

  isInside(path: string): boolean {
    return path === this.root || path.startsWith(`${this.root}${sep}`)
  }

  /** Resolves a path once for each search. */
  real(path: string): string | undefined {
    if (!this.places.has(path))
      this.places.set(
        path,
        tryOrUndefined(() => realpathSync.native(path))
      )
    return this.places.get(path)
  }

  /** Lists a folder. The keys are all names that may refer to an entry. */
  listed(folder: string): Listing {
    const known = this.listings.get(folder)
    if (known !== undefined) return known
    const listing: Map<string, Array<FolderEntry>> = new Map()
    this.listings.set(folder, listing)
    if (!this.take(getSearchKind(folder), "folders", 1)) return listing
    for (const one of tryOrUndefined(() => readdirSync(folder, { withFileTypes: true })) ?? []) {
      const path = join(folder, one.name)
      const isLink = one.isSymbolicLink()
      const isFolder = isLink ? tryOrUndefined(() => statSync(path).isDirectory()) === true : one.isDirectory()
      if (!isFolder && !(isLink ? tryOrUndefined(() => statSync(path).isFile()) === true : one.isFile())) continue
      const entry = { name: one.name, path, isFolder, isLink }
      for (const name of isFolder ? [one.name.toLowerCase()] : listFileNames(one.name)) {
        const others = listing.get(name)
        if (others === undefined) listing.set(name, [entry])
        else others.push(entry)
      }
    }
    return listing
  }

  /** Returns the text of a script, or `undefined` for other files and beyond the limit. */
  textOf(path: string, kind: keyof SearchBounds): string | undefined {
    const size = tryOrUndefined(() => statSync(path).size) ?? 0
    if (!this.take(kind, "characters", size)) return undefined
    const bytes = tryOrUndefined(() => readFileSync(path))
    return bytes === undefined || bytes.subarray(0, 1024).includes(0) ? undefined : bytes.toString()
  }

  /** Counts against a limit. Returns false and notes what was not read once the limit is reached. */
  take(kind: keyof SearchBounds, what: keyof Amount, count: number): boolean {
    const room = this.room[kind]
    if (room[what] < count) {
      this.unfollowed.add(kind === "own" ? moreFiles : installedPackages)
      return false
    }
    this.room[kind] = { ...room, [what]: room[what] - count }
    return true
  }
}

export interface FolderEntry {
  readonly name: string
  readonly path: string
  readonly isFolder: boolean
  readonly isLink: boolean
}

type Listing = ReadonlyMap<string, ReadonlyArray<FolderEntry>>

/** Reported to a person if the project has too many files to compare. */
export const moreFiles = "more files than can be compared"

/** Reported to a person if there are too many installed packages to compare. */
export const installedPackages = "installed packages (node_modules) in full"

/** Returns whether a path belongs to the project itself or to an installed package. */
export const getSearchKind = (path: string): keyof SearchBounds =>
  path.includes(`${sep}node_modules`) ? "installed" : "own"
