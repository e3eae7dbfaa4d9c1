import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from "node:fs"
import { dirname, join, sep } from "node:path"
import { tried } from "../tried.ts"
import { beginsWithFolder, computesNames, fileNames, isCode, isProgram, namesIn, picksFiles } from "./scriptText.ts"

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
  own: { files: 1000, folders: 1000, characters: 4 * 2 ** 20 },
  installed: { files: 200, folders: 200, characters: 2 ** 20 }
}

/**
 * The files that scripts load in turn: `require("./b")`, `import b`, `. ./lib.sh`, `include x.mk`, a script that `package.json` names.
 *
 * No language is parsed. A file counts if a script writes its name, with or without the ending, and if the file lies where a script may
 * look for it: in the folder of a script, in a folder above it, or in a folder that a script or the command names. A file that holds no
 * code counts only on a line that loads something. Too many files count rather than too few.
 */
export class LoadedFiles {
  /** What runs and is not compared, in phrases for a person. */
  readonly unfollowed = new Set<string>()
  private readonly root: string
  private readonly found: Record<keyof SearchBounds, { readonly files: Set<string>; room: Amount }>
  /** The folders that were listed, and those of them with which a program may begin. */
  private readonly folders = new Set<string>()
  private readonly begun = new Set<string>()
  private readonly named = new Set<string>()
  private readonly loaded = new Set<string>()
  private readonly entries = new Map<string, Array<Entry>>()
  private readonly unread: Record<keyof SearchBounds, Array<string>> = { own: [], installed: [] }
  /** Files such as package.json that count, and are read for names once a program begins with their folder. */
  private settings: Array<string> | undefined = []
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
    for (const folder of folders) this.openFolder(folder, "named")
    for (const folder of surrounding) this.openFolder(folder, "begun")
    // Each word of a command may name what is loaded.
    for (const text of texts) {
      this.look(text)
      for (const { name } of namesIn(text)) this.note(name, true)
    }
    for (const script of scripts) this.addFile(script)
    this.readAll("own")
    if (this.picks) for (const folder of [...folders, ...surrounding]) this.addTree(folder)
    this.readAll("own")
    this.readAll("installed")
    return [...this.found.own.files, ...this.found.installed.files]
  }

  /** Notes what a text says of how programs find their files. */
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
    const place = tried(() => realpathSync(path))
    if (place === undefined || !this.isInside(place)) return
    const text = this.textOf(place, kind)
    if (text === undefined) return
    for (let folder = dirname(place); this.isInside(folder); folder = dirname(folder)) this.openFolder(folder, "above")
    if (kind === "own") {
      if (!/[jt]sconfig\.json$/.test(path)) this.look(text)
      if (computesNames(path, text)) this.unfollowed.add("files whose names its scripts compute")
    }
    for (const { name, isLoaded } of namesIn(text)) this.note(name, isLoaded)
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

  private isInside(path: string): boolean {
    return path === this.root || path.startsWith(`${this.root}${sep}`)
  }

  private note(name: string, isLoaded: boolean): void {
    const known = isLoaded ? this.loaded : this.named
    if (known.has(name) || this.loaded.has(name)) return
    known.add(name)
    for (const entry of this.entries.get(name) ?? []) this.addNamed(entry, isLoaded)
  }

  /** Looks into a folder, whose files count once a script names them. A program may begin with a folder unless it is only above a script. */
  private openFolder(path: string, as: "above" | "begun" | "named"): void {
    const folder = tried(() => realpathSync(path))
    if (folder === undefined || !this.isInside(folder)) return
    if (!this.folders.has(folder)) {
      this.folders.add(folder)
      for (const entry of this.listed(folder)) {
        if (entry.name === "node_modules") this.openFolder(join(folder, entry.name), "above")
        else this.addEntry(entry)
      }
      this.addThose(surroundings, folder, as)
    }
    if (as === "above" || this.begun.has(folder)) return
    this.begun.add(folder)
    this.addThose(beginnings, folder, as)
  }

  private addThose(names: ReadonlyArray<string>, folder: string, as: "above" | "begun" | "named"): void {
    for (const name of names) {
      const file = join(folder, name)
      if (tried(() => statSync(file).isFile()) === true) this.addFile(file, as !== "named")
    }
  }

  private listed(folder: string): ReadonlyArray<Entry> {
    if (!this.take(kindOf(folder), "folders", 1)) return []
    const found = tried(() => readdirSync(folder, { withFileTypes: true })) ?? []
    return found.map((one: Dirent) => ({ name: one.name, path: join(folder, one.name), isLink: one.isSymbolicLink() }))
  }

  private addEntry(entry: Entry): void {
    const names = fileNames(entry.name)
    for (const name of names) {
      const others = this.entries.get(name)
      if (others === undefined) this.entries.set(name, [entry])
      else others.push(entry)
    }
    const isLoaded = names.some((name) => this.loaded.has(name))
    if (isLoaded || names.some((name) => this.named.has(name))) this.addNamed(entry, isLoaded)
  }

  private addNamed({ name, path }: Entry, isLoaded: boolean): void {
    const stats = tried(() => statSync(path))
    if (stats?.isDirectory() === true) this.openFolder(path, "named")
    else if (stats?.isFile() === true && (isLoaded || isCode(name) || isProgram(path))) this.addFile(path)
  }

  private addFile(path: string, isSetting = false): void {
    const kind = kindOf(tried(() => realpathSync(path)) ?? path)
    const { files } = this.found[kind]
    if (files.has(path) || !this.take(kind, "files", 1)) return
    files.add(path)
    if (isSetting && kind === "own" && this.settings !== undefined) this.settings.push(path)
    else this.unread[kind].push(path)
  }

  /** Adds all code of a folder, for programs that look for their files themselves. */
  private addTree(path: string): void {
    const waiting = [path]
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop())
      for (const { name, path: inside, isLink } of this.listed(folder)) {
        if (name.startsWith(".") || name === "node_modules" || isLink) continue
        if (tried(() => statSync(inside).isDirectory()) === true) waiting.push(inside)
        else if (isCode(name)) this.addFile(inside)
      }
  }
}

/** What a search begins with. */
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
  readonly isLink: boolean
}

/** What is said where installed packages are too many to be compared. */
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
