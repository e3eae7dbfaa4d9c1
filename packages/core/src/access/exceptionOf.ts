import type { FileAccess, FileException } from "../ExecutionGrant.ts"
import { onceFor } from "../onceFor.ts"
import { RecentMap } from "../RecentMap.ts"
import { fold } from "./fold.ts"
import { PathPattern } from "./PathPattern.ts"

/**
 * Returns the first exception of an access that forbids reading (`r`) or writing (`w`) a path, or `undefined` when no
 * exception does. `isFolder` says whether a folder stands, or would stand, at the path.
 *
 * ```ts
 * import { exceptionOf } from "@toolgate/core/access"
 * import type { ResolvedPath } from "@toolgate/core"
 *
 * declare const path: ResolvedPath // of the workspace
 * const workspace = { path, except: [{ pattern: "/**\/.env", mode: "rw" as const }] }
 * console.log(exceptionOf(workspace, `${path}/.env`, "r")?.pattern) // "/**\/.env"
 * ```
 */
export const exceptionOf = (
  { except, path: root }: Pick<FileAccess, "except" | "path">,
  path: string,
  letter: "r" | "w",
  isFolder = false
): FileException | undefined => {
  if (except === undefined || except.length === 0) return undefined
  const { byName, others, letters } = compiled(except)
  if (!letters.has(letter)) return undefined
  const excepts = ({ exception, pattern, unless }: Compiled) =>
    exception.mode.includes(letter) &&
    !(isFolder && exception.of === "file") &&
    pattern.matches(path, root) &&
    !unless.some((one) => one.matches(path, root))
  const found = others.find(excepts)
  if (found !== undefined || byName.size === 0) return found?.exception
  for (const name of fold(path).split("/")) {
    const named = byName.get(name)?.find(excepts)
    if (named !== undefined) return named.exception
  }
  return undefined
}

interface Compiled {
  readonly exception: FileException
  readonly pattern: Matching
  readonly unless: ReadonlyArray<Matching>
}

type Matching = Pick<PathPattern, "matches">

interface Index {
  /**
   * The exceptions for a name in any folder (such as `/**\/.env`), by the folded name. Most paths contain none of these
   * names, so most look-ups end here.
   */
  readonly byName: ReadonlyMap<string, ReadonlyArray<Compiled>>
  readonly others: ReadonlyArray<Compiled>
  readonly letters: ReadonlySet<string>
}

const compiled = onceFor((except: ReadonlyArray<FileException>): Index => {
  const byName = new Map<string, Array<Compiled>>()
  const others: Array<Compiled> = []
  for (const exception of except) {
    const { pattern, unless = [] } = exception
    const one = {
      exception,
      pattern: parsed(pattern, true, everything),
      unless: unless.map((text) => parsed(text, false, nothing))
    }
    const name = nameInAnyFolder.exec(pattern)?.[1]
    if (name === undefined) others.push(one)
    else byName.set(fold(name), [...(byName.get(fold(name)) ?? []), one])
  }
  return { byName, others, letters: new Set(except.flatMap(({ mode }) => [...mode])) }
})

const nameInAnyFolder = /^\/\*\*\/([^/\\*?[\]{}!]+)(?:\/|$)/

// A pattern that cannot be parsed forbids everything when it is the exception's own, and permits nothing when it stands
// in `unless`: doubt refuses.
const everything: Matching = { matches: () => true }
const nothing: Matching = { matches: () => false }

// A cache of parsed patterns: each grant of a policy repeats the same few patterns.
const patterns = new RecentMap<Matching>(4096)

const parsed = (text: string, folded: boolean, otherwise: Matching): Matching => {
  const key = `${folded ? "folded" : "exact"} ${text}`
  let pattern = patterns.get(key)
  if (pattern === undefined) {
    const read = PathPattern.parse(text, { folded })
    pattern = typeof read === "string" ? otherwise : read
    patterns.set(key, pattern)
  }
  return pattern
}
