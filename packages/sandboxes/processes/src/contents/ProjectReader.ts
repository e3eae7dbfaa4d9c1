import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs"
import { join, sep } from "node:path"
import { tried } from "../tried.ts"
import { fileNames } from "./scriptText.ts"

/** The bounds of one search, for the files of a project and for those of its installed packages. */
export interface SearchBounds {
  readonly own: Amount
  readonly installed: Amount
}

interface Amount {
  readonly files: number
  readonly folders: number
  /** Characters of scripts that are read for the names in them. */
  readonly characters: number
  /** Pairs of a name and a folder in which it is looked for. */
  readonly lookups: number
}

const usual: SearchBounds = {
  own: { files: 500, folders: 500, characters: 2 ** 20, lookups: 2 ** 22 },
  installed: { files: 100, folders: 100, characters: 2 ** 18, lookups: 2 ** 20 }
}

/** Reads the folders and scripts of a project, each once, and no more of them than one search may read. */
export class ProjectReader {
  /** The things that were not read, in phrases for a person. */
  readonly unfollowed = new Set<string>()
  private readonly root: string
  private readonly room: Record<keyof SearchBounds, Amount>
  private readonly listings = new Map<string, Listing>()
  private readonly places = new Map<string, string | undefined>()

  constructor(root: string, bounds: SearchBounds = usual) {
    this.root = tried(() => realpathSync(root)) ?? root
    this.room = { ...bounds }
  }

  /** Whether a path lies in the project. */
  isInside(path: string): boolean {
    return path === this.root || path.startsWith(`${this.root}${sep}`)
  }

  /** Returns where a path leads. It is looked up once in a search. */
  real(path: string): string | undefined {
    if (!this.places.has(path))
      this.places.set(
        path,
        tried(() => realpathSync.native(path))
      )
    return this.places.get(path)
  }

  /** Returns what a folder holds, by each name that may mean it. */
  listed(folder: string): Listing {
    const known = this.listings.get(folder)
    if (known !== undefined) return known
    const listing: Map<string, Array<Entry>> = new Map()
    this.listings.set(folder, listing)
    if (!this.take(kindOf(folder), "folders", 1)) return listing
    for (const one of tried(() => readdirSync(folder, { withFileTypes: true })) ?? []) {
      const path = join(folder, one.name)
      const isLink = one.isSymbolicLink()
      const isFolder = isLink ? tried(() => statSync(path).isDirectory()) === true : one.isDirectory()
      if (!isFolder && !(isLink ? tried(() => statSync(path).isFile()) === true : one.isFile())) continue
      const entry = { name: one.name, path, isFolder, isLink }
      for (const name of isFolder ? [one.name.toLowerCase()] : fileNames(one.name)) {
        const others = listing.get(name)
        if (others === undefined) listing.set(name, [entry])
        else others.push(entry)
      }
    }
    return listing
  }

  /** Returns the text of a script; `undefined` for other files, and where there is no room left. */
  textOf(path: string, kind: keyof SearchBounds): string | undefined {
    const size = tried(() => statSync(path).size) ?? 0
    if (!this.take(kind, "characters", size)) return undefined
    const bytes = tried(() => readFileSync(path))
    return bytes === undefined || bytes.subarray(0, 1024).includes(0) ? undefined : bytes.toString()
  }

  /** Takes from the room that is left. Says so once there is no room. */
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

/** A file or folder of a project. */
export interface Entry {
  readonly name: string
  readonly path: string
  readonly isFolder: boolean
  readonly isLink: boolean
}

type Listing = ReadonlyMap<string, ReadonlyArray<Entry>>

/** The phrase for a person where the files of a project are too many to be compared. */
export const moreFiles = "more files than can be compared"

/** The phrase for a person where installed packages are too many to be compared. */
export const installedPackages = "installed packages (node_modules) in full"

/** Whether a path is of the project itself or of an installed package. */
export const kindOf = (path: string): keyof SearchBounds => (path.includes(`${sep}node_modules`) ? "installed" : "own")
