import { lstat, readdir, readlink, realpath } from "node:fs/promises"
import { cachePerObject } from "@toolgate/core"
import {
  type CompiledAccess,
  type CompiledException,
  type CompiledExceptions,
  type ExceptionPattern,
  fold,
  type GrantedMode,
  isBeneath
} from "@toolgate/core/access"
import type { Excepted } from "./Excepted.ts"
import { errno } from "./errno.ts"

interface Looking {
  /** The number of findings after which the search stops. Absent: everything is found. */
  readonly atMost?: number
  readonly isStopped?: () => boolean
  /** Whether a link is to be followed. Absent: every link is followed. */
  readonly follows?: (path: string, target: string) => boolean
}

/**
 * Returns the existing paths that the exceptions of an access name. Once there are more than `atMost`, returns a few
 * more than that and stops. A folder that cannot be looked into may hold anything, so the whole folder is excepted.
 * Links are followed only if they stand for something excepted from writing: both the link and its target are then
 * excepted.
 */
export const findExcepted = async (
  access: CompiledAccess,
  { atMost = Number.POSITIVE_INFINITY, isStopped = () => false, follows = () => true }: Looking = {}
): Promise<ReadonlyArray<Excepted>> => {
  const found = new Map<string, Excepted>()
  for (const { exceptions, path, scope } of access.entries) {
    if (scope === "exact" || exceptions === undefined) continue
    const isOver = () => isStopped() || found.size > atMost
    const search = new Search(access, path, patternsOf(exceptions), found, isOver, follows)
    await search.look(path, access.lettersAt(path, true))
  }
  return [...found.values()].sort((one, other) => (one.path < other.path ? -1 : 1))
}

/**
 * A walk through a tree. Most entries are decided by their names, and each name is decided once, because a tree holds
 * few different names.
 */
class Search {
  private readonly access: CompiledAccess
  private readonly root: string
  private readonly patterns: SearchedPatterns
  private readonly found: Map<string, Excepted>
  private readonly isOver: () => boolean
  private readonly follows: NonNullable<Looking["follows"]>
  private readonly followed = new Set<string>()
  private readonly known = new Map<string, ReadonlyArray<ExceptionPattern>>()

  constructor(
    access: CompiledAccess,
    root: string,
    patterns: SearchedPatterns,
    found: Map<string, Excepted>,
    isOver: () => boolean,
    follows: NonNullable<Looking["follows"]>
  ) {
    this.access = access
    this.root = root
    this.patterns = patterns
    this.found = found
    this.isOver = isOver
    this.follows = follows
  }

  /** `meant`: the path by which the exceptions know the folder, in addition to its own path. */
  async look(folder: string, above: GrantedMode, meant = folder): Promise<void> {
    if (this.isOver()) return
    const entries = await entriesOf(folder)
    if (entries === undefined) this.add(folder, meant, "", { mayHoldKept: this.mayHoldKept(folder) })
    const known = entries !== undefined && isRepository(entries) ? asRepository(meant) : meant
    const beneath: Array<Promise<void>> = []
    for (const entry of entries ?? []) {
      if (this.isOver()) break
      const place = { path: joined(folder, entry.name), meant: joined(known, entry.name), name: entry.name }
      if (entry.isSymbolicLink()) {
        if (this.isKeptLink(place)) beneath.push(this.addLink(place, above))
        continue
      }
      const isFolder = entry.isDirectory()
      const { path } = place
      const letters = this.lettersOf(place, above, isFolder)
      const isSeen = letters === above || letters.includes("r")
      const mayHold =
        isSeen && isFolder && this.patterns.groups.some((group) => mayMatchBeneath(group, path, this.root))
      if ((mayHold || letters !== above) && (await isMisnamed(path, entry.name)))
        this.add(path, place.meant, "", { mayHoldKept: this.mayHoldKept(path), hasPath: false })
      else if (mayHold) beneath.push(this.look(path, letters, place.meant))
    }
    await Promise.all(beneath)
  }

  private add(path: string, meant: string, letters: GrantedMode, more: Partial<Excepted> = {}, isFolder = false): void {
    const isExcepted = this.isKept(path, isFolder) || (meant !== path && this.isKept(meant, isFolder))
    const other = meant === path ? {} : { meant }
    this.found.set(path, { path, ...other, letters, isKept: isExcepted, ...more })
  }

  private async addLink({ path, meant, name }: Place, above: GrantedMode): Promise<void> {
    const link = await readlink(path).catch(() => undefined)
    if (link === undefined) return
    this.add(path, meant, this.access.lettersAt(path, false, meant), { isKept: true, link })
    const isMatched = this.candidates(name).some((it) => this.isMatched(it, { path, meant, name }))
    // Links may lead to each other.
    if (!isMatched || this.followed.has(path) || !this.follows(path, link)) return
    this.followed.add(path)
    const target = await realpath(path).catch(() => undefined)
    const stats = target === undefined ? undefined : await lstat(target).catch(() => undefined)
    if (target === undefined || stats === undefined || isBeneath(path, target)) return
    const isFolder = stats.isDirectory()
    const letters = this.access.lettersAt(target, isFolder, meant)
    if (letters !== this.access.lettersAt(target, isFolder)) this.add(target, meant, letters, {}, isFolder)
    else if (isFolder && letters !== "") await this.look(target, above, meant)
  }

  // A link on the way to a path that a pattern names can make anything, under any other name, stand at that path.
  private isKeptLink(place: Place): boolean {
    const { path, meant, name } = place
    const { kept } = this.patterns
    if (this.candidates(name).some((it) => kept.has(it) && this.isMatched(it, place)))
      return this.isKept(path, false) || this.isKept(meant, false)
    return [...kept].some((it) => it.isOnTheWay(path, this.root))
  }

  private isKept(path: string, isFolder: boolean): boolean {
    return this.access.forbids("w", path, isFolder)
  }

  private isMatched(pattern: ExceptionPattern, { path, meant }: Place): boolean {
    return pattern.matches(path, this.root) || (meant !== path && pattern.matches(meant, this.root))
  }

  private mayHoldKept(folder: string): boolean {
    return this.patterns.groups.some(({ kept, unless }) =>
      mayMatchBeneath({ patterns: kept, unless }, folder, this.root)
    )
  }

  private lettersOf(place: Place, above: GrantedMode, isFolder: boolean): GrantedMode {
    const { path, meant, name } = place
    if (!this.candidates(name).some((pattern) => this.isMatched(pattern, place))) return above
    const letters = this.access.lettersAt(path, isFolder, meant)
    if (letters !== above) this.add(path, meant, letters, {}, isFolder)
    return letters
  }

  private candidates(name: string): ReadonlyArray<ExceptionPattern> {
    let candidates = this.known.get(name)
    if (candidates === undefined) {
      const unnamed = this.patterns.unnamed.filter((pattern) => pattern.mayEndWith(name))
      const named = this.patterns.byName.get(fold(name)) ?? []
      candidates = unnamed.length === 0 ? named : [...unnamed, ...named]
      this.known.set(name, candidates)
    }
    return candidates
  }
}

/** A path, the path by which the exceptions also know it, and the last name of both. */
interface Place {
  readonly path: string
  readonly meant: string
  readonly name: string
}

const joined = (folder: string, name: string): string => (folder === "/" ? `/${name}` : `${folder}/${name}`)

/** Whether git takes a folder for a repository because of what it holds, whatever its name. */
const isRepository = (entries: ReadonlyArray<{ readonly name: string }>): boolean => {
  const names = new Set(entries.map(({ name }) => name))
  return names.has("HEAD") && (names.has("commondir") || (names.has("objects") && names.has("refs")))
}

const asRepository = (path: string): string => (path.endsWith(".git") ? path : `${path}.git`)

/** The patterns of a list of exceptions, as a walk looks for them. */
interface SearchedPatterns {
  readonly groups: ReadonlyArray<Group>
  /** The patterns that spell out the last name of the highest paths, by that name. */
  readonly byName: ReadonlyMap<string, ReadonlyArray<ExceptionPattern>>
  readonly unnamed: ReadonlyArray<ExceptionPattern>
  /** The patterns of exceptions that forbid writing. */
  readonly kept: ReadonlySet<ExceptionPattern>
}

/** Exceptions that share the same `unless`. */
interface Group {
  readonly patterns: ReadonlyArray<ExceptionPattern>
  readonly kept: ReadonlyArray<ExceptionPattern>
  readonly unless: ReadonlyArray<ExceptionPattern>
}

const patternsOf = cachePerObject(({ all }: CompiledExceptions): SearchedPatterns => {
  const groups = groupsOf(all)
  const byName = new Map<string, Array<ExceptionPattern>>()
  const unnamed: Array<ExceptionPattern> = []
  for (const pattern of groups.flatMap(({ patterns, unless }) => [...patterns, ...unless])) {
    const { endsWith } = pattern
    const named = endsWith === undefined ? unnamed : byName.get(endsWith)
    if (named !== undefined) named.push(pattern)
    else if (endsWith !== undefined) byName.set(endsWith, [pattern])
  }
  return { groups, byName, unnamed, kept: new Set(groups.flatMap(({ kept }) => kept)) }
})

const groupsOf = (all: ReadonlyArray<CompiledException>): ReadonlyArray<Group> =>
  [...Map.groupBy(all, ({ exception }) => JSON.stringify(exception.unless ?? [])).values()].map((some) => ({
    patterns: some.map(({ pattern }) => pattern),
    kept: some.filter(({ exception }) => exception.mode.includes("w")).map(({ pattern }) => pattern),
    unless: some[0]?.unless ?? []
  }))

// An excluded folder (`unless`) holds no match if everything beneath it is excluded too.
const mayMatchBeneath = ({ patterns, unless }: Omit<Group, "kept">, folder: string, root: string): boolean =>
  patterns.some((pattern) => pattern.mayMatchBeneath(folder, root)) &&
  !unless.some((pattern) => pattern.isWhole && pattern.matchesExactly(folder, root))

/** Returns `undefined` for a folder that may not be listed: a program can still open entries whose names it knows. */
const entriesOf = (folder: string) =>
  readdir(folder, { withFileTypes: true }).catch((error) => {
    // The folder is gone, or lies beneath more names than a path can hold.
    if (["ENOENT", "ENOTDIR", "ENAMETOOLONG"].includes(errno(error))) return []
    if (errno(error) === "EACCES") return undefined
    throw error
  })

// Bytes that are not UTF-8 are read as this character, and a path with the character leads to something else.
const isMisnamed = async (path: string, name: string): Promise<boolean> =>
  name.includes("\uFFFD") && (await lstat(path).catch(() => undefined)) === undefined
