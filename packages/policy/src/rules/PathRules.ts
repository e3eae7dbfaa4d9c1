import { type FileMode, fold, type PathPattern } from "@toolgate/core"
import type { CompiledRule } from "./CompiledRule.ts"

interface PathRule {
  readonly rule: CompiledRule
  readonly path: PathPattern
  readonly mode: FileMode
}

interface Node {
  readonly rules: Array<PathRule>
  children: Map<string, Node> | undefined
}

/**
 * Path patterns, found by the names they begin with: a path is held only against the patterns that lie on its way, however
 * many there are.
 */
export class PathRules {
  private readonly fromRoot: Node = node()
  private readonly fromWorkspace: Node = node()
  private readonly folded: boolean
  size = 0

  constructor(folded: boolean) {
    this.folded = folded
  }

  add(rule: CompiledRule, path: PathPattern, mode: FileMode): void {
    let at = path.begins === "root" ? this.fromRoot : this.fromWorkspace
    for (const name of path.prefix) {
      at.children ??= new Map()
      let child = at.children.get(name)
      if (child === undefined) {
        child = node()
        at.children.set(name, child)
      }
      at = child
    }
    at.rules.push({ rule, path, mode })
    this.size++
  }

  /** The first rule, in the order of the file, that matches the path and is about what is done with it. */
  first(path: string, mode: FileMode, workspace: string): CompiledRule | undefined {
    if (this.size === 0) return undefined
    const text = this.folded ? fold(path) : path
    const names = namesOf(text)
    const base = namesOf(this.folded ? fold(workspace) : workspace)
    const beneath = base.length <= names.length && base.every((name, i) => name === names[i])
    const found = firstOn(this.fromRoot, names, 0, path, mode, workspace, undefined)
    return beneath ? firstOn(this.fromWorkspace, names, base.length, path, mode, workspace, found) : found
  }

  /** Every pattern, absolute, with what may not be done with what it matches. */
  *all(): Generator<PathRule> {
    yield* allOf(this.fromRoot)
    yield* allOf(this.fromWorkspace)
  }
}

const node = (): Node => ({ rules: [], children: undefined })

const namesOf = (path: string): ReadonlyArray<string> =>
  path.split(/^[A-Za-z]:\\/.test(path) ? /[\\/]/ : "/").filter((name) => name !== "")

const firstOn = (
  start: Node,
  names: ReadonlyArray<string>,
  from: number,
  path: string,
  mode: FileMode,
  workspace: string,
  before: CompiledRule | undefined
): CompiledRule | undefined => {
  let found = before
  let at: Node | undefined = start
  for (let i = from; at !== undefined; i++) {
    for (const one of at.rules)
      if ((found === undefined || one.rule.order < found.order) && isAbout(one.mode, mode))
        if (one.path.matches(path, workspace)) found = one.rule
    at = i < names.length ? at.children?.get(names[i] ?? "") : undefined
  }
  return found
}

/** A rule about reading is about every use of a file: what may not be read may not be patched or overwritten either. */
const isAbout = (rule: FileMode, use: FileMode): boolean => rule !== "w" || use !== "r"

function* allOf({ rules, children }: Node): Generator<PathRule> {
  yield* rules
  for (const child of children?.values() ?? []) yield* allOf(child)
}
