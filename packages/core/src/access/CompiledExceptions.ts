import { cachePerFrozenObject } from "../cachePerObject.ts"
import type { FileException } from "../ExecutionGrant.ts"
import { ExceptionPattern } from "./ExceptionPattern.ts"
import { fold } from "./fold.ts"

/** An exception of an access with its compiled patterns. */
export class CompiledException {
  readonly exception: FileException
  readonly pattern: ExceptionPattern
  readonly unless: ReadonlyArray<ExceptionPattern>
  /** The folded name of an exception for one name in any folder, such as `/**\/.env`. */
  readonly name: string | undefined

  constructor(exception: FileException) {
    this.exception = { ...exception }
    this.pattern = new ExceptionPattern(exception.pattern)
    this.unless = exception.unless === undefined ? [] : compileUnless(exception.unless)
    const name = nameInAnyFolder.exec(exception.pattern)?.[1]
    this.name = name === undefined ? undefined : fold(name)
  }

  forbids(letter: "r" | "w", path: string, root: string, isFolder = false): boolean {
    return (
      this.exception.mode.includes(letter) &&
      !(isFolder && this.exception.of === "file") &&
      this.pattern.matches(path, root) &&
      !this.unless.some((one) => one.matchesExactly(path, root))
    )
  }
}

const nameInAnyFolder = /^\/\*\*\/([^/\\*?[\]{}!]+)(?:\/|$)/

// Lists are combined and filtered in every call, but reuse the same exceptions.
const compileException = cachePerFrozenObject((exception: FileException) => new CompiledException(exception))

const compileUnless = cachePerFrozenObject((unless: ReadonlyArray<string>) =>
  unless.map((text) => new ExceptionPattern(text))
)

/** A compiled list of exceptions. */
export class CompiledExceptions {
  readonly all: ReadonlyArray<CompiledException>
  /** Exceptions for one name in any folder. Most paths contain none of these names, so most look-ups end here. */
  private readonly byName = new Map<string, Array<CompiledException>>()
  private readonly others: Array<CompiledException> = []
  private readonly letters: ReadonlySet<string>

  constructor(except: ReadonlyArray<FileException>) {
    this.all = except.map(compileException)
    for (const one of this.all) {
      const named = one.name === undefined ? this.others : this.byName.get(one.name)
      if (named !== undefined) named.push(one)
      else if (one.name !== undefined) this.byName.set(one.name, [one])
    }
    this.letters = new Set(except.flatMap(({ mode }) => [...mode]))
  }

  /**
   * Returns the first exception that forbids reading (`r`) or writing (`w`) a path. `root` is the path of the access.
   * `isFolder` says whether the path is, or would be, a folder.
   */
  find(letter: "r" | "w", path: string, root: string, isFolder = false): FileException | undefined {
    if (!this.letters.has(letter)) return undefined
    const forbids = (one: CompiledException) => one.forbids(letter, path, root, isFolder)
    const found = this.others.find(forbids)
    if (found !== undefined || this.byName.size === 0) return found?.exception
    for (const name of fold(path).split("/")) {
      const named = this.byName.get(name)?.find(forbids)
      if (named !== undefined) return named.exception
    }
    return undefined
  }
}

/** Compiles a list of exceptions. A deeply frozen list is compiled once. */
export const compileExceptions = cachePerFrozenObject(
  (except: ReadonlyArray<FileException>) => new CompiledExceptions(except)
)
