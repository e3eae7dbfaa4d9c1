import { fold, isBeneath, type PathPattern } from "@toolgate/access"
import type { FileMode } from "@toolgate/core"
import type { CompiledRule } from "./CompiledRule.ts"

interface PathRule {
  readonly rule: CompiledRule
  readonly path: PathPattern
  readonly mode: FileMode
  readonly shape: PathPattern["shape"]
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
  /** The workspace that was asked for last, as paths are compared: most calls come from few of them. */
  private workspace = { given: "", compared: "" }
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
    at.rules.push({ rule, path, mode, shape: path.shape })
    this.size++
  }

  /** The first rule, in the order of the file, that matches the path and is about what is done with it. */
  first(path: string, mode: FileMode, workspace: string): CompiledRule | undefined {
    if (this.size === 0) return undefined
    const text = this.compared(path)
    const way: Way = { text, path, mode, workspace }
    const found = firstOn(this.fromRoot, way, text.startsWith("/") ? 1 : 0, undefined)
    if (this.fromWorkspace.children === undefined && this.fromWorkspace.rules.length === 0) return found
    if (this.workspace.given !== workspace) this.workspace = { given: workspace, compared: this.compared(workspace) }
    const base = this.workspace.compared
    if (!isBeneath(text, base)) return found
    return firstOn(this.fromWorkspace, way, base.endsWith("/") ? base.length : base.length + 1, found)
  }

  private compared(path: string): string {
    const text = this.folded ? fold(path) : path
    return drive.test(text) ? text.replaceAll("\\", "/") : text
  }

  /** Every rule that matches the path and is about what is done with it. */
  *matching(path: string, mode: FileMode, workspace: string): Generator<CompiledRule> {
    for (const one of this.all()) if (isAbout(one.mode, mode) && one.path.matches(path, workspace)) yield one.rule
  }

  /** Every pattern, absolute, with what may not be done with what it matches. */
  *all(): Generator<PathRule> {
    yield* allOf(this.fromRoot)
    yield* allOf(this.fromWorkspace)
  }
}

const node = (): Node => ({ rules: [], children: undefined })

const drive = /^[A-Za-z]:\\/

/** A path on its way through the patterns. */
interface Way {
  /** As it is compared. */
  readonly text: string
  readonly path: string
  readonly mode: FileMode
  readonly workspace: string
}

/** `from` is where the next name of the path begins; beyond its end there is none. */
const firstOn = (
  start: Node,
  { text, path, mode, workspace }: Way,
  from: number,
  before: CompiledRule | undefined
): CompiledRule | undefined => {
  let found = before
  let at: Node | undefined = start
  let next = from
  while (at !== undefined) {
    const isEnd = next >= text.length
    for (const one of at.rules) {
      if ((found !== undefined && one.rule.order >= found.order) || !isAbout(one.mode, mode)) continue
      // The names that are written out are those that led here.
      const matches = one.shape === "tree" || (one.shape === "exact" ? isEnd : one.path.matches(path, workspace))
      if (matches) found = one.rule
    }
    if (isEnd || at.children === undefined) return found
    const end = text.indexOf("/", next)
    at = at.children.get(end === -1 ? text.slice(next) : text.slice(next, end))
    next = end === -1 ? text.length : end + 1
  }
  return found
}

/** A rule about reading is about every use of a file: what may not be read may not be patched or overwritten either. */
const isAbout = (rule: FileMode, use: FileMode): boolean => rule !== "w" || use !== "r"

function* allOf({ rules, children }: Node): Generator<PathRule> {
  yield* rules
  for (const child of children?.values() ?? []) yield* allOf(child)
}
