import { basename, dirname, join } from "node:path"
import { tryOrUndefined } from "../tryOrUndefined.ts"
import { type FolderEntry, getSearchKind, ProjectReader, type SearchBounds } from "./ProjectReader.ts"
import {
  computesNames,
  findNames,
  isCode,
  isProgram,
  isStarter,
  searchesForFiles,
  startsFolderProgram,
  type WrittenName
} from "./scriptText.ts"

/**
 * Finds the files that scripts load, directly or through each other: `require("./b")`, `import b`, `. ./lib.sh`,
 * `include x.mk`, or a script in `package.json`.
 *
 * No language is parsed. A file counts if a script mentions its name or path, with or without the extension, and the
 * file is in a folder that the script may search: the script's folder, a parent, or a folder that the script or the
 * command names. A bare name without an extension counts if it is quoted, or if its line loads something. A file
 * without code needs that too.
 */
export class LoadedFiles {
  private readonly project: ProjectReader
  private readonly found: Record<keyof SearchBounds, Set<string>> = { own: new Set(), installed: new Set() }
  private readonly begun = new Set<string>()
  /** Search folders that the command or the scripts that it starts name. */
  private readonly bases = new Set<string>()
  private readonly unread: Record<keyof SearchBounds, Array<string>> = { own: [], installed: [] }
  /**
   * Configuration files such as package.json that count, but are read for names only after a program begins with their
   * folder. Absent from then on.
   */
  private settings: Set<string> | undefined = new Set()
  private picks = false

  constructor(root: string, bounds?: SearchBounds) {
    this.project = new ProjectReader(root, bounds)
  }

  /** Descriptions of files that may run but are not compared, for a person. */
  get unfollowed(): Set<string> {
    return this.project.unfollowed
  }

  /**
   * Returns the files that these commands load, beginning with these scripts and folders. `begins`: a program finds its
   * work in its folder, as `npm` does. Yields between files, so that the caller can let other work run.
   */
  *search({ texts, scripts, folders, surrounding, begins }: Beginning): Generator<void, ReadonlyArray<string>> {
    if (begins) this.readSettings()
    for (const folder of folders) this.beginIn(folder, "named")
    for (const folder of surrounding) this.beginIn(folder, "begun")
    for (const folder of [...folders, ...surrounding]) this.addBase(folder)
    // Any word of a command may name a file to load.
    for (const text of texts) {
      this.look(text)
      const names = [...findNames(text)].map((one) => ({ ...one, isLoaded: true }))
      this.follow(names, [], true, "own")
      yield
    }
    for (const script of scripts) this.addFile(script)
    yield* this.readAll("own")
    if (this.picks) for (const folder of [...folders, ...surrounding]) yield* this.addTree(folder)
    yield* this.readAll("own")
    yield* this.readAll("installed")
    return [...this.found.own, ...this.found.installed]
  }

  private addBase(path: string): void {
    const folder = this.project.real(path)
    if (folder !== undefined && this.project.isInside(folder)) this.bases.add(folder)
  }

  /** Records whether a text starts programs that find their files by themselves. */
  private look(text: string): void {
    this.picks ||= searchesForFiles(text)
    if (startsFolderProgram(text)) this.readSettings()
  }

  private readSettings(): void {
    for (const path of this.settings ?? []) this.unread.own.push(path)
    this.settings = undefined
  }

  private *readAll(kind: keyof SearchBounds): Generator<void, void> {
    for (let path = this.unread[kind].shift(); path !== undefined; path = this.unread[kind].shift()) {
      this.read(path, kind)
      yield
    }
    // A package may load files of the project.
    if (kind === "installed" && this.unread.own.length > 0) yield* this.readAll("own")
  }

  private read(path: string, kind: keyof SearchBounds): void {
    const place = this.project.real(path)
    if (place === undefined || !this.project.isInside(place)) return
    const text = this.project.textOf(place, kind)
    if (text === undefined) return
    const isPackage = basename(place) === "package.json" && !this.bases.has(dirname(place))
    const starts = kind === "own" && !isPackage && isStarter(path, text)
    if (kind === "own") {
      // Other scripts start programs from quoted text, and mention them in comments.
      if (starts) this.look(text)
      else for (const [quoted] of text.matchAll(/["'`][^"'`\n]{1,400}/g)) this.look(quoted)
      if (computesNames(path, text)) this.unfollowed.add("files whose names are computed")
    }
    const folders: Array<string> = []
    for (let folder = dirname(place); this.project.isInside(folder); folder = dirname(folder)) {
      folders.push(folder)
      this.addThose(surroundings, folder, true)
    }
    this.follow(isPackage ? entriesOf(text) : findNames(text), folders, starts, kind)
  }

  /**
   * Adds the files that a script's names refer to, from these folders. `starts`: other scripts also search the folders
   * that this script names.
   */
  private follow(
    written: Iterable<WrittenName>,
    folders: ReadonlyArray<string>,
    starts: boolean,
    kind: keyof SearchBounds
  ): void {
    const names = new Map<string, WrittenName>()
    for (const name of written) {
      const key = name.path.join("/")
      if (name.isLoaded || !names.has(key)) names.set(key, name)
    }
    const here = new Set([...folders, ...this.bases])
    for (const folder of [...here]) {
      const modules = join(folder, "node_modules")
      if (this.project.listed(folder).get("node_modules") !== undefined) here.add(this.project.real(modules) ?? modules)
    }
    // A name may refer to a file in a folder that another name refers to.
    for (let size = -1; size !== here.size && here.size < mostPlaces; ) {
      size = here.size
      if (!this.project.take(kind, "lookups", names.size * here.size)) return
      for (const { path, isLoaded } of names.values())
        for (const { path: folder, isFolder } of this.entriesAt(path, here)) {
          const place = isFolder ? this.project.real(folder) : undefined
          if (place === undefined || !this.project.isInside(place)) continue
          if (isLoaded || path.length > 1) this.beginIn(place, "named")
          here.add(place)
          if (starts) this.bases.add(place)
        }
    }
    if (!this.project.take(kind, "lookups", names.size * here.size)) return
    for (const { path, isLoaded } of names.values())
      for (const { name, path: file, isFolder } of this.entriesAt(path, here))
        if (!isFolder && (isLoaded || isCode(name) || isProgram(file))) this.addFile(file)
  }

  /**
   * Returns the entries that a path may refer to, from any of these folders. The first parts of the path may be
   * computed, so they are optional.
   */
  private entriesAt(path: ReadonlyArray<string>, folders: ReadonlySet<string>): ReadonlyArray<FolderEntry> {
    for (let from = 0; from < path.length; from++) {
      const found = [...folders].flatMap((folder) => this.entriesIn(folder, path, from))
      if (found.length > 0) return found
    }
    return []
  }

  private entriesIn(folder: string, path: ReadonlyArray<string>, from: number): ReadonlyArray<FolderEntry> {
    const entries = this.project.listed(folder).get(path[from] ?? "") ?? []
    if (from === path.length - 1) return entries
    return entries.flatMap((one) => {
      const place = one.isFolder ? this.project.real(one.path) : undefined
      if (place === undefined || !this.project.isInside(place)) return []
      const inside = this.entriesIn(place, path, from + 1)
      // A folder may have an entry file, such as `__init__.py`.
      if (inside.length > 0) this.addThose(surroundings, place, true)
      return inside
    })
  }

  /** Adds the entry files of a folder that a program is started with. */
  private beginIn(path: string, as: "begun" | "named"): void {
    const folder = this.project.real(path)
    if (folder === undefined || !this.project.isInside(folder) || this.begun.has(folder)) return
    this.begun.add(folder)
    this.addThose([...beginnings, ...surroundings], folder, as === "begun")
  }

  private addThose(names: ReadonlyArray<string>, folder: string, isSetting: boolean): void {
    const listed = this.project.listed(folder)
    for (const name of names)
      for (const entry of listed.get(name.toLowerCase()) ?? [])
        if (entry.name === name && !entry.isFolder) this.addFile(entry.path, isSetting)
  }

  private addFile(path: string, isSetting = false): void {
    const kind = getSearchKind(this.project.real(path) ?? path)
    const files = this.found[kind]
    if (files.has(path)) {
      // A configuration file is read once a script names it.
      if (!isSetting && this.settings?.delete(path) === true) this.unread.own.push(path)
      return
    }
    if (!this.project.take(kind, "files", 1)) return
    files.add(path)
    if (isSetting && kind === "own" && this.settings !== undefined) this.settings.add(path)
    else this.unread[kind].push(path)
  }

  /** Adds all code in a folder, for programs that find their files by themselves. */
  private *addTree(path: string): Generator<void, void> {
    const waiting = [path]
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      const entries = new Set([...this.project.listed(folder).values()].flat())
      for (const { name, path: inside, isFolder, isLink } of entries) {
        if (name.startsWith(".") || name === "node_modules" || isLink) continue
        if (isFolder) waiting.push(inside)
        else if (isCode(name)) this.addFile(inside)
      }
      yield
    }
  }
}

/** The input of a search. */
interface Beginning {
  readonly texts: ReadonlyArray<string>
  readonly scripts: ReadonlyArray<string>
  /** Folders that words of the command name. */
  readonly folders: ReadonlyArray<string>
  readonly surrounding: ReadonlyArray<string>
  readonly begins: boolean
}

/** A script's names are looked up in this many folders at most. */
const mostPlaces = 32

/** Returns the entry files that a package.json declares. */
const entriesOf = (text: string): ReadonlyArray<WrittenName> => {
  const { main, module, exports, imports, bin, browser } = tryOrUndefined(() => JSON.parse(text)) ?? {}
  const said = JSON.stringify([main, module, exports, imports, bin, browser])
  return [...findNames(said)]
}

/** Files that affect how scripts in their folder and its subfolders load others. */
const surroundings = ["package.json", "tsconfig.json", "jsconfig.json", "conftest.py", "__init__.py", "go.mod"]

/** Files that decide what a program does when it is started in their folder. */
export const beginnings: ReadonlyArray<string> =
  `Makefile makefile GNUmakefile package.json index.js index.mjs index.cjs index.ts __main__.py __init__.py conftest.py
  pyproject.toml setup.py setup.cfg tox.ini noxfile.py tasks.py manage.py justfile Justfile .justfile Taskfile.yml Taskfile.yaml Rakefile
  Gemfile Cargo.toml build.rs CMakeLists.txt meson.build build.ninja build.xml build.gradle build.gradle.kts settings.gradle
  settings.gradle.kts pom.xml SConstruct wscript Gruntfile.js gulpfile.js deno.json deno.jsonc Dockerfile compose.yml compose.yaml
  docker-compose.yml docker-compose.yaml`.split(/\s+/)
