import { lstat, readdir, readlink } from "node:fs/promises"
import type { FileAccess, FileException } from "@toolgate/core"
import type { Excepted } from "./Excepted.ts"
import { ExceptionPattern } from "./ExceptionPattern.ts"
import { errno } from "./errno.ts"
import { grantedLetters, type Letters, pathPattern } from "./grantedLetters.ts"

/**
 * What is there now of that which the exceptions of an access name, or, once there are more than `atMost`, a few more
 * than that. A folder that cannot be looked into may hold anything, and is excepted whole. Links are not followed: what
 * one leads to is excepted by its own path. One is named itself if it stands for what is excepted from writing.
 */
export const findExcepted = async (
  access: ReadonlyArray<FileAccess>,
  atMost: number,
  isStopped: () => boolean = () => false
): Promise<ReadonlyArray<Excepted>> => {
  const found = new Map<string, Excepted>()
  for (const entry of access) {
    const { except = [], path, scope } = entry
    if (scope === "exact" || except.length === 0) continue
    const search = new Search(access, path, except, found, () => isStopped() || found.size > atMost)
    await search.look(path, grantedLetters(access, path))
  }
  return [...found.values()].sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** One walk through a tree. Most names are decided by themselves, and each of them once: a tree holds few different ones. */
class Search {
  private readonly access: ReadonlyArray<FileAccess>
  private readonly root: string
  private readonly patterns: ReadonlyArray<ExceptionPattern>
  private readonly kept: ReadonlyArray<ExceptionPattern>
  private readonly found: Map<string, Excepted>
  private readonly isOver: () => boolean
  private readonly known = new Map<string, ReadonlyArray<ExceptionPattern>>()

  constructor(
    access: ReadonlyArray<FileAccess>,
    root: string,
    except: ReadonlyArray<FileException>,
    found: Map<string, Excepted>,
    isOver: () => boolean
  ) {
    this.access = access
    this.root = root
    this.patterns = except.map(({ pattern }) => new ExceptionPattern(pattern))
    this.kept = except.filter(({ mode }) => mode.includes("w")).map(({ pattern }) => new ExceptionPattern(pattern))
    this.found = found
    this.isOver = isOver
  }

  async look(folder: string, above: Letters): Promise<void> {
    if (this.isOver()) return
    const entries = await entriesOf(folder)
    if (entries === undefined) this.add(folder, "", { mayHoldKept: this.mayHoldKept(folder) })
    const beneath: Array<Promise<void>> = []
    for (const entry of entries ?? []) {
      if (this.isOver()) break
      const path = folder === "/" ? `/${entry.name}` : `${folder}/${entry.name}`
      if (entry.isSymbolicLink()) {
        if (this.isKeptLink(path, entry.name)) await this.addLink(path)
        continue
      }
      const letters = this.lettersOf(path, entry.name, above)
      const isSeen = letters === above || letters.includes("r")
      const mayHold =
        isSeen && entry.isDirectory() && this.patterns.some((pattern) => pattern.mayMatchBeneath(path, this.root))
      if ((mayHold || letters !== above) && (await isMisnamed(path, entry.name)))
        this.add(path, "", { mayHoldKept: this.mayHoldKept(path), hasPath: false })
      else if (mayHold) beneath.push(this.look(path, letters))
    }
    await Promise.all(beneath)
  }

  private add(path: string, letters: Letters, more: Partial<Excepted> = {}): void {
    this.found.set(path, { path, letters, isKept: isKept(this.access, path), ...more })
  }

  private async addLink(path: string): Promise<void> {
    const link = await readlink(path).catch(() => undefined)
    if (link !== undefined) this.add(path, grantedLetters(this.access, path), { isKept: true, link })
  }

  // A link on the way to what a pattern names makes something of any other name stand there.
  private isKeptLink(path: string, name: string): boolean {
    const { kept, root } = this
    return kept.some((it) => (it.mayEndWith(name) && it.matches(path, root)) || it.isOnTheWay(path, root))
  }

  private mayHoldKept(folder: string): boolean {
    return this.kept.some((pattern) => pattern.mayMatchBeneath(folder, this.root))
  }

  private lettersOf(path: string, name: string, above: Letters): Letters {
    if (!this.candidates(name).some((pattern) => pattern.matches(path, this.root))) return above
    const letters = grantedLetters(this.access, path)
    if (letters !== above) this.add(path, letters)
    return letters
  }

  private candidates(name: string): ReadonlyArray<ExceptionPattern> {
    let candidates = this.known.get(name)
    if (candidates === undefined) {
      candidates = this.patterns.filter((pattern) => pattern.mayEndWith(name))
      this.known.set(name, candidates)
    }
    return candidates
  }
}

const isKept = (access: ReadonlyArray<FileAccess>, path: string): boolean =>
  access.some(({ except, path: root }) =>
    except?.some(({ mode, pattern }) => mode.includes("w") && pathPattern(pattern).matches(path, root))
  )

/** `undefined` where nobody may look: a program can still open what it knows the name of. */
const entriesOf = (folder: string) =>
  readdir(folder, { withFileTypes: true }).catch((error) => {
    // Gone meanwhile, or beneath more names than a path can hold.
    if (["ENOENT", "ENOTDIR", "ENAMETOOLONG"].includes(errno(error))) return []
    if (errno(error) === "EACCES") return undefined
    throw error
  })

// What is no UTF-8 is read as this character, and what is looked for by that is something else.
const isMisnamed = async (path: string, name: string): Promise<boolean> =>
  name.includes("\uFFFD") && (await lstat(path).catch(() => undefined)) === undefined
