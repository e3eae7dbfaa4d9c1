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
import type { ExceptedPath } from "./ExceptedPath.ts"
import { getErrno } from "./getErrno.ts"

interface Looking {
  /** Stop after this many results. Absent: find all. */
  readonly atMost?: number
  readonly isStopped?: () => boolean
  /** Whether to follow a link. Absent: follow every link. */
  readonly follows?: (path: string, target: string) => boolean
}

/**
 * Returns the existing paths that the exceptions of an access match. Stops soon after `atMost` results. A folder that
 * cannot be listed is excepted as a whole. A link is followed only if exceptions forbid writing it; the link and its
 * target are then both excepted.
 */
export const findExcepted = async (
  access: CompiledAccess,
  { atMost = Number.POSITIVE_INFINITY, isStopped = () => false, follows = () => true }: Looking = {}
): Promise<ReadonlyArray<ExceptedPath>> => {
  const found = new Map<string, ExceptedPath>()
  for (const { exceptions, path, scope } of access.entries) {
    if (scope === "exact" || exceptions === undefined) continue
    const isOver = () => isStopped() || found.size > atMost
    const search = new Search(access, path, patternsOf(exceptions), found, isOver, follows)
    await search.look(path, access.lettersAt(path, true))
  }
  return [...found.values()].sort((one, other) => (one.path < other.path ? -1 : 1))
}

/**
 * A walk through a tree. Most entries are decided by name, and each name only once, because a tree has few distinct
 * names.
 */
class Search {
  private readonly access: CompiledAccess
  private readonly root: string
  private readonly patterns: SearchedPatterns
  private readonly found: Map<string, ExceptedPath>
  private readonly isOver: () => boolean
  private readonly follows: NonNullable<Looking["follows"]>
  private readonly followed = new Set<string>()
  private readonly known = new Map<string, ReadonlyArray<ExceptionPattern>>()

  constructor(
    access: CompiledAccess,
    root: string,
    patterns: SearchedPatterns,
    found: Map<string, ExceptedPath>,
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

  /** `meant`: a second path under which the exceptions may list the folder. */
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

  private add(
    path: string,
    meant: string,
    letters: GrantedMode,
    more: Partial<ExceptedPath> = {},
    isFolder = false
  ): void {
    const isExcepted = this.isKept(path, isFolder) || (meant !== path && this.isKept(meant, isFolder))
    const other = meant === path ? {} : { meant }
    this.found.set(path, { path, ...other, letters, isKept: isExcepted, ...more })
  }

  private async addLink({ path, meant, name }: KnownPath, above: GrantedMode): Promise<void> {
    const link = await readlink(path).catch(() => undefined)
    if (link === undefined) return
    this.add(path, meant, this.access.lettersAt(path, false, meant), { isKept: true, link })
    const isMatched = this.candidates(name).some((it) => this.isMatched(it, { path, meant, name }))
    // Links may form a cycle.
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

  // Through a link in the middle of a pattern's path, any file may appear at that path.
  private isKeptLink(place: KnownPath): boolean {
    const { path, meant, name } = place
    const { kept } = this.patterns
    if (this.candidates(name).some((it) => kept.has(it) && this.isMatched(it, place)))
      return this.isKept(path, false) || this.isKept(meant, false)
    return [...kept].some((it) => it.isOnTheWay(path, this.root))
  }

  private isKept(path: string, isFolder: boolean): boolean {
    return this.access.forbids("w", path, isFolder)
  }

  private isMatched(pattern: ExceptionPattern, { path, meant }: KnownPath): boolean {
    return pattern.matches(path, this.root) || (meant !== path && pattern.matches(meant, this.root))
  }

  private mayHoldKept(folder: string): boolean {
    return this.patterns.groups.some(({ kept, unless }) =>
      mayMatchBeneath({ patterns: kept, unless }, folder, this.root)
    )
  }

  private lettersOf(place: KnownPath, above: GrantedMode, isFolder: boolean): GrantedMode {
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

/** A path, a second path under which the exceptions may list it, and the last name of both. */
interface KnownPath {
  readonly path: string
  readonly meant: string
  readonly name: string
}

const joined = (folder: string, name: string): string => (folder === "/" ? `/${name}` : `${folder}/${name}`)

/** Whether git treats a folder as a repository because of its content, under any name. */
const isRepository = (entries: ReadonlyArray<{ readonly name: string }>): boolean => {
  const names = new Set(entries.map(({ name }) => name))
  return names.has("HEAD") && (names.has("commondir") || (names.has("objects") && names.has("refs")))
}

const asRepository = (path: string): string => (path.endsWith(".git") ? path : `${path}.git`)

/** The patterns of a list of exceptions, prepared for a walk. */
interface SearchedPatterns {
  readonly groups: ReadonlyArray<Group>
  /** Patterns with a literal last name, by that name. */
  readonly byName: ReadonlyMap<string, ReadonlyArray<ExceptionPattern>>
  readonly unnamed: ReadonlyArray<ExceptionPattern>
  /** Patterns of exceptions that forbid writing. */
  readonly kept: ReadonlySet<ExceptionPattern>
}

/** Exceptions with the same `unless`. */
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

// A folder excluded by `unless` can be skipped only if everything under it is excluded too.
const mayMatchBeneath = ({ patterns, unless }: Omit<Group, "kept">, folder: string, root: string): boolean =>
  patterns.some((pattern) => pattern.mayMatchBeneath(folder, root)) &&
  !unless.some((pattern) => pattern.isWhole && pattern.matchesExactly(folder, root))

/** Returns `undefined` for a folder that cannot be listed. A program can still open entries whose names it knows. */
const entriesOf = (folder: string) =>
  readdir(folder, { withFileTypes: true }).catch((error) => {
    // The folder is gone, or its path is too long.
    if (["ENOENT", "ENOTDIR", "ENAMETOOLONG"].includes(getErrno(error))) return []
    if (getErrno(error) === "EACCES") return undefined
    throw error
  })

// Node decodes bytes that are not UTF-8 as this character, and the resulting path does not lead to the file.
const isMisnamed = async (path: string, name: string): Promise<boolean> =>
  name.includes("\uFFFD") && (await lstat(path).catch(() => undefined)) === undefined
