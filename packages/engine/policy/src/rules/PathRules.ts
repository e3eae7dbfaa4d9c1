import type { FileMode } from "@toolgate/core"
import { fold, isBeneath, type PathPattern } from "@toolgate/core/access"
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
 * A table of path patterns, indexed by the names with which they begin. A path is compared only with the patterns
 * along its names, even if the table has many more.
 */
export class PathRules {
  private readonly fromRoot: Node = node()
  private readonly fromWorkspace: Node = node()
  private readonly folded: boolean
  /** The workspace of the last call, in the form in which paths are compared. Most calls come from few workspaces. */
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

  /**
   * Returns the first rule, in the order of the file, that matches the path and concerns the use of the file;
   * `undefined` if none does.
   */
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

  /** Returns every rule that matches the path and concerns the use of the file. */
  *matching(path: string, mode: FileMode, workspace: string): Generator<CompiledRule> {
    for (const one of this.all()) if (isAbout(one.mode, mode) && one.path.matches(path, workspace)) yield one.rule
  }

  /** Returns every rule with its pattern and the mode that the rule is about. */
  *all(): Generator<PathRule> {
    yield* allOf(this.fromRoot)
    yield* allOf(this.fromWorkspace)
  }
}

const node = (): Node => ({ rules: [], children: undefined })

const drive = /^[A-Za-z]:\\/

/** The state of one lookup. */
interface Way {
  /** The path in the form in which paths are compared. */
  readonly text: string
  readonly path: string
  readonly mode: FileMode
  readonly workspace: string
}

/**
 * Returns the first rule on the way from a node. `from` is the position at which the next name of the path begins; a
 * position past the end means that no name is left.
 */
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
      // The written-out names of the pattern are those that led to this node.
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

/**
 * Whether a rule concerns a use of a file. A rule about reading concerns every use: a file that may not be read may not
 * be patched or overwritten either.
 */
const isAbout = (rule: FileMode, use: FileMode): boolean => rule !== "w" || use !== "r"

function* allOf({ rules, children }: Node): Generator<PathRule> {
  yield* rules
  for (const child of children?.values() ?? []) yield* allOf(child)
}
