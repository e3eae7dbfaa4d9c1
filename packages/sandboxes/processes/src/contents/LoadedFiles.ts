import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs"
import { basename, dirname, join, sep } from "node:path"
import { tried } from "../tried.ts"
import {
  beginsWithFolder,
  computesNames,
  fileNames,
  isCode,
  isProgram,
  isStarter,
  namesIn,
  picksFiles,
  type WrittenName
} from "./scriptText.ts"

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
}

const usual: SearchBounds = {
  own: { files: 500, folders: 500, characters: 2 ** 20 },
  installed: { files: 100, folders: 100, characters: 2 ** 18 }
}

/**
 * The files that scripts load in turn: `require("./b")`, `import b`, `. ./lib.sh`, `include x.mk`, a script that `package.json` names.
 *
 * No language is parsed. A file counts if a script writes its name or its path, with or without the ending, and if it lies where the
 * script may look for it: in its own folder, in one above it, or in one that the script or the command names. A name without a
 * path and without an ending counts where it is quoted or where a line loads something, and so does a file that holds no code.
 */
export class LoadedFiles {
  /** The things that run and are not compared, in phrases for a person. */
  readonly unfollowed = new Set<string>()
  private readonly root: string
  private readonly found: Record<keyof SearchBounds, { readonly files: Set<string>; room: Amount }>
  private readonly listings = new Map<string, Listing>()
  private readonly places = new Map<string, string | undefined>()
  private readonly begun = new Set<string>()
  /** The folders that the command names, and those that scripts name which start others. */
  private readonly bases = new Set<string>()
  private readonly unread: Record<keyof SearchBounds, Array<string>> = { own: [], installed: [] }
  /** Files such as package.json that count, and are read for names once a program begins with their folder. */
  private settings: Set<string> | undefined = new Set()
  private picks = false

  constructor(root: string, { own, installed }: SearchBounds = usual) {
    this.root = tried(() => realpathSync(root)) ?? root
    this.found = { own: { files: new Set(), room: own }, installed: { files: new Set(), room: installed } }
  }

  /**
   * Returns the files that these commands load, beginning with these scripts and folders. `begins`: a program looks into its folder for
   * what to do, as `npm` does.
   */
  search({ texts, scripts, folders, surrounding, begins }: Beginning): ReadonlyArray<string> {
    if (begins) this.readSettings()
    for (const folder of folders) this.beginIn(folder, "named")
    for (const folder of surrounding) this.beginIn(folder, "begun")
    for (const folder of [...folders, ...surrounding]) this.addBase(folder)
    // Each word of a command may name what is loaded.
    for (const text of texts) {
      this.look(text)
      const names = [...namesIn(text)].map((one) => ({ ...one, isLoaded: true }))
      this.follow(names, [], true)
    }
    for (const script of scripts) this.addFile(script)
    this.readAll("own")
    if (this.picks) for (const folder of [...folders, ...surrounding]) this.addTree(folder)
    this.readAll("own")
    this.readAll("installed")
    return [...this.found.own.files, ...this.found.installed.files]
  }

  private addBase(path: string): void {
    const folder = this.real(path)
    if (folder !== undefined && this.isInside(folder)) this.bases.add(folder)
  }

  /** Notes what a text that starts programs says of how these find their files. */
  private look(text: string): void {
    this.picks ||= picksFiles(text)
    if (beginsWithFolder(text)) this.readSettings()
  }

  private readSettings(): void {
    for (const path of this.settings ?? []) this.unread.own.push(path)
    this.settings = undefined
  }

  private readAll(kind: keyof SearchBounds): void {
    for (let path = this.unread[kind].shift(); path !== undefined; path = this.unread[kind].shift())
      this.read(path, kind)
    // A package may lead back to the project.
    if (kind === "installed" && this.unread.own.length > 0) this.readAll("own")
  }

  private read(path: string, kind: keyof SearchBounds): void {
    const place = this.real(path)
    if (place === undefined || !this.isInside(place)) return
    const text = this.textOf(place, kind)
    if (text === undefined) return
    const isPackage = basename(place) === "package.json" && !this.bases.has(dirname(place))
    const starts = kind === "own" && !isPackage && isStarter(path, text)
    if (kind === "own") {
      // Other scripts may start programs by a quoted text, and speak of them in prose.
      if (starts) this.look(text)
      else for (const [quoted] of text.matchAll(/["'`][^"'`\n]{1,400}/g)) this.look(quoted)
      if (computesNames(path, text)) this.unfollowed.add("files whose names its scripts compute")
    }
    const folders: Array<string> = []
    for (let folder = dirname(place); this.isInside(folder); folder = dirname(folder)) {
      folders.push(folder)
      this.addThose(surroundings, folder, true)
    }
    this.follow(isPackage ? entriesOf(text) : namesIn(text), folders, starts)
  }

  /** Finds what names mean that are written in a script of these folders. `starts`: other scripts look where this one says. */
  private follow(written: Iterable<WrittenName>, folders: ReadonlyArray<string>, starts: boolean): void {
    const names = new Map<string, WrittenName>()
    for (const name of written) {
      const key = name.path.join("/")
      if (name.isLoaded || !names.has(key)) names.set(key, name)
    }
    const here = new Set([...folders, ...this.bases])
    for (const folder of [...here]) {
      const modules = join(folder, "node_modules")
      if (this.listed(folder).get("node_modules") !== undefined) here.add(this.real(modules) ?? modules)
    }
    // A name may lie in a folder that another name means.
    for (let size = -1; size !== here.size && here.size < mostPlaces; ) {
      size = here.size
      for (const { path, isLoaded } of names.values())
        for (const { path: folder, isFolder } of this.entriesAt(path, here)) {
          const place = isFolder ? this.real(folder) : undefined
          if (place === undefined || !this.isInside(place)) continue
          if (isLoaded || path.length > 1) this.beginIn(place, "named")
          here.add(place)
          if (starts) this.bases.add(place)
        }
    }
    for (const { path, isLoaded } of names.values())
      for (const { name, path: file, isFolder } of this.entriesAt(path, here))
        if (!isFolder && (isLoaded || isCode(name) || isProgram(file))) this.addFile(file)
  }

  /** Returns what a path may mean that begins in one of these folders. The first names of it may be computed. */
  private entriesAt(path: ReadonlyArray<string>, folders: ReadonlySet<string>): ReadonlyArray<Entry> {
    for (let from = 0; from < path.length; from++) {
      const found = [...folders].flatMap((folder) => this.entriesIn(folder, path, from))
      if (found.length > 0) return found
    }
    return []
  }

  private entriesIn(folder: string, path: ReadonlyArray<string>, from: number): ReadonlyArray<Entry> {
    const entries = this.listed(folder).get(path[from] ?? "") ?? []
    if (from === path.length - 1) return entries
    return entries.flatMap((one) => {
      const place = one.isFolder ? this.real(one.path) : undefined
      if (place === undefined || !this.isInside(place)) return []
      const inside = this.entriesIn(place, path, from + 1)
      // A folder may have a file with which it begins, as `__init__.py`.
      if (inside.length > 0) this.addThose(surroundings, place, true)
      return inside
    })
  }

  private textOf(path: string, kind: keyof SearchBounds): string | undefined {
    const size = tried(() => statSync(path).size) ?? 0
    if (!this.take(kind, "characters", size)) return undefined
    const bytes = tried(() => readFileSync(path))
    return bytes === undefined || bytes.subarray(0, 1024).includes(0) ? undefined : bytes.toString()
  }

  /** Takes from the room that is left. Says so once there is no room. */
  private take(kind: keyof SearchBounds, what: keyof Amount, count: number): boolean {
    const { room } = this.found[kind]
    if (room[what] < count) {
      this.unfollowed.add(kind === "own" ? "more files than can be compared" : installedPackages)
      return false
    }
    this.found[kind].room = { ...room, [what]: room[what] - count }
    return true
  }

  /** Returns where a path leads. It is looked up once in a search. */
  private real(path: string): string | undefined {
    if (!this.places.has(path))
      this.places.set(
        path,
        tried(() => realpathSync.native(path))
      )
    return this.places.get(path)
  }

  private isInside(path: string): boolean {
    return path === this.root || path.startsWith(`${this.root}${sep}`)
  }

  /** Counts the files with which a program begins that is given a folder. */
  private beginIn(path: string, as: "begun" | "named"): void {
    const folder = this.real(path)
    if (folder === undefined || !this.isInside(folder) || this.begun.has(folder)) return
    this.begun.add(folder)
    this.addThose([...beginnings, ...surroundings], folder, as === "begun")
  }

  private addThose(names: ReadonlyArray<string>, folder: string, isSetting: boolean): void {
    const listed = this.listed(folder)
    for (const name of names)
      for (const entry of listed.get(name.toLowerCase()) ?? [])
        if (entry.name === name && !entry.isFolder) this.addFile(entry.path, isSetting)
  }

  /** Returns what a folder holds, by each name that may mean it. */
  private listed(folder: string): Listing {
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

  private addFile(path: string, isSetting = false): void {
    const kind = kindOf(this.real(path) ?? path)
    const { files } = this.found[kind]
    if (files.has(path)) {
      // What names a file that was a setting until now reads it.
      if (!isSetting && this.settings?.delete(path) === true) this.unread.own.push(path)
      return
    }
    if (!this.take(kind, "files", 1)) return
    files.add(path)
    if (isSetting && kind === "own" && this.settings !== undefined) this.settings.add(path)
    else this.unread[kind].push(path)
  }

  /** Adds all code of a folder, for programs that look for their files themselves. */
  private addTree(path: string): void {
    const waiting = [path]
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      const entries = new Set([...this.listed(folder).values()].flat())
      for (const { name, path: inside, isFolder, isLink } of entries) {
        if (name.startsWith(".") || name === "node_modules" || isLink) continue
        if (isFolder) waiting.push(inside)
        else if (isCode(name)) this.addFile(inside)
      }
    }
  }
}

/** The beginning of a search. */
interface Beginning {
  readonly texts: ReadonlyArray<string>
  readonly scripts: ReadonlyArray<string>
  /** The folders that words name, and those around the files that words name. */
  readonly folders: ReadonlyArray<string>
  readonly surrounding: ReadonlyArray<string>
  readonly begins: boolean
}

interface Entry {
  readonly name: string
  readonly path: string
  readonly isFolder: boolean
  readonly isLink: boolean
}

type Listing = ReadonlyMap<string, ReadonlyArray<Entry>>

/** The most folders in which the names of one script are looked for. */
const mostPlaces = 32

/** Returns the files that a package says it begins with. */
const entriesOf = (text: string): ReadonlyArray<WrittenName> => {
  const { main, module, exports, imports, bin, browser } = tried(() => JSON.parse(text)) ?? {}
  const said = JSON.stringify([main, module, exports, imports, bin, browser])
  return [...namesIn(said)]
}

/** The phrase for a person where installed packages are too many to be compared. */
export const installedPackages = "installed packages (node_modules) in full"

const kindOf = (path: string): keyof SearchBounds => (path.includes(`${sep}node_modules`) ? "installed" : "own")

/** The files of these names decide what scripts of their folder, and of those beneath it, load. */
const surroundings = ["package.json", "tsconfig.json", "jsconfig.json", "conftest.py", "__init__.py", "go.mod"]

/** The files of these names in a folder decide what a program does that is started there. */
export const beginnings: ReadonlyArray<string> =
  `Makefile makefile GNUmakefile package.json index.js index.mjs index.cjs index.ts __main__.py __init__.py conftest.py
  pyproject.toml setup.py setup.cfg tox.ini noxfile.py tasks.py manage.py justfile Justfile .justfile Taskfile.yml Taskfile.yaml Rakefile
  Gemfile Cargo.toml build.rs CMakeLists.txt meson.build build.ninja build.xml build.gradle build.gradle.kts settings.gradle
  settings.gradle.kts pom.xml SConstruct wscript Gruntfile.js gulpfile.js deno.json deno.jsonc Dockerfile compose.yml compose.yaml
  docker-compose.yml docker-compose.yaml`.split(/\s+/)
