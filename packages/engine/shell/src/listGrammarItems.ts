import type { Node, Tree } from "web-tree-sitter"
import type { Item } from "./items.ts"
import { parseText } from "./parseText.ts"
import { type Span, UnreadableText } from "./Syntax.ts"
import type { Dialect } from "./scanWord.ts"

const simple = new Set(["command", "declaration_command", "unset_command"])
const redirects = new Set(["file_redirect", "herestring_redirect", "heredoc_redirect"])

const spanOf = ({ startIndex, endIndex }: Node): Span => ({ start: startIndex, end: endIndex })

/** Lists the commands and redirections that the grammar finds in a text, in the order of the tree. */
export const listGrammarItems = (tree: Tree, source: string, dialect: Dialect): ReadonlyArray<Item> =>
  new TreeItems(source, dialect).of(tree.rootNode)

class TreeItems {
  private readonly items: Array<Item> = []
  private readonly waiting: Array<Node> = []
  private readonly source: string
  private readonly dialect: Dialect

  constructor(source: string, dialect: Dialect) {
    this.source = source
    this.dialect = dialect
  }

  of(root: Node): ReadonlyArray<Item> {
    this.waiting.push(root)
    // A loop rather than recursion, because a text may nest deeper than the call stack.
    for (let node = this.waiting.pop(); node !== undefined; node = this.waiting.pop()) this.visit(node)
    return this.items
  }

  private visit(node: Node) {
    if (simple.has(node.type) || redirects.has(node.type)) this.command([node])
    else if (node.type === "redirected_statement") this.redirected(node)
    else if (node.type === "test_command") this.test(node)
    else if (node.type === "variable_assignment" || node.type === "variable_assignments") this.command([node])
    else this.later(node.children)
  }

  private later(nodes: ReadonlyArray<Node>) {
    this.waiting.push(...nodes.toReversed())
  }

  /**
   * Reads a redirected statement. The grammar puts a redirection around all of `a && b >f` and `a | b >f`, but it
   * belongs to the last command only.
   */
  private redirected(node: Node) {
    const redirections: Array<Node> = []
    let body: Node | null = node
    while (body !== null && !simple.has(body.type)) {
      if (body.type === "redirected_statement") {
        const inner: Node | null = body.childForFieldName("body")
        redirections.push(...body.children.filter(({ id }) => id !== inner?.id))
        body = inner
      } else if (body.type === "list" || body.type === "pipeline" || body.type === "negated_command") {
        const last: Node | undefined = body.namedChildren.filter(({ type }) => type !== "comment").at(-1)
        this.later(body.children.filter(({ id }) => id !== last?.id))
        body = last ?? null
      } else {
        this.later([body])
        body = null
      }
    }
    this.command(body === null ? redirections : [body, ...redirections])
  }

  /** Adds a simple command made of these nodes. The grammar may have split the command into pieces. */
  private command(nodes: ReadonlyArray<Node>) {
    const found: Found = { words: [], assigned: [] }
    for (const node of nodes) this.collect(node, found)
    const words = joined(found.words)
    if (words.length + found.assigned.length > 0) this.items.push({ kind: "command", assigned: found.assigned, words })
  }

  private collect(node: Node, found: Found): void {
    // The parser inserts missing tokens, and marks them.
    if (node.isMissing || node.type === "comment") return
    if (simple.has(node.type) || node.type === "variable_assignments") {
      for (const child of node.children) this.collect(child, found)
    } else if (node.type === "variable_assignment" && found.words.length === 0) {
      found.assigned.push(spanOf(node))
      this.later(node.children)
    } else if (node.type === "heredoc_redirect") this.heredoc(node, found)
    else if (redirects.has(node.type)) this.redirection(node, found)
    else if (node.type === "subshell") this.later([node])
    else {
      found.words.push(spanOf(node))
      this.later(node.children)
    }
  }

  /**
   * Reads a redirection. The grammar takes all following words for targets, but only the first is one. The others are
   * words of the command.
   */
  private redirection(node: Node, found: Found) {
    const isNumbered = node.children[0]?.type === "file_descriptor"
    const [operator, ...others] = isNumbered ? node.children.slice(1) : node.children
    let target: Span | undefined
    let words = others
    if (operator !== undefined && /^[<>]&-$/.test(operator.type)) {
      target = { start: operator.endIndex - 1, end: operator.endIndex }
      this.items.push({ kind: "redirection", operator: operator.type.slice(0, 2), target })
    } else if (operator !== undefined && others[0] !== undefined) {
      target = spanOf(others[0])
      this.items.push({ kind: "redirection", operator: operator.type, target })
      this.later(others[0].children)
      words = others.slice(1)
    }
    for (const word of words) this.collect(word, found)
  }

  /** Reads a here-document. The grammar puts the rest of its line into it. */
  private heredoc(node: Node, found: Found) {
    this.addDash(node, found)
    for (const [index, child] of node.children.entries()) {
      if (child.type === "heredoc_start") {
        const operator = node.children.some(({ type }) => type === "<<-") ? "<<-" : "<<"
        this.items.push({ kind: "redirection", operator, target: spanOf(child) })
      } else if (redirects.has(child.type) || node.fieldNameForChild(index) === "argument") this.collect(child, found)
      else if (!/^(?:file_descriptor|heredoc_end)$/.test(child.type)) this.later([child])
    }
  }

  /** Adds a word `-` before a here-document, which the grammar drops. */
  private addDash(node: Node, found: Found) {
    let at = node.startIndex - 1
    while (isBlank(this.source[at])) at--
    const isDash = this.source[at] === "-" && isBlank(this.source[at - 1]) && isBlank(this.source[at + 1])
    if (isDash && !found.words.some(({ end }) => end > at)) found.words.push({ start: at, end: at + 1 })
  }

  /** Reads `[ … ]`, which the grammar reads as an expression, as a plain command. */
  private test(node: Node) {
    const parsed = parseText(this.source.slice(node.startIndex, node.endIndex), this.dialect)
    const command = parsed instanceof UnreadableText ? undefined : parsed[0]?.first.commands[0]
    const words = command?.kind === "simple" ? command.words : []
    const from = node.startIndex
    this.items.push({
      kind: "command",
      assigned: [],
      words: words.map(({ start, end }) => ({ start: start + from, end: end + from }))
    })
    this.later(node.children)
  }
}

const isBlank = (char: string | undefined) => char === " " || char === "\t"

interface Found {
  readonly words: Array<Span>
  readonly assigned: Array<Span>
}

/** Joins words that the grammar has taken apart, such as `'a'\''b'`. Only a blank or an operator ends a word. */
const joined = (words: ReadonlyArray<Span>): ReadonlyArray<Span> => {
  const whole: Array<Span> = []
  for (const word of words.toSorted((one, other) => one.start - other.start)) {
    const last = whole.at(-1)
    if (last?.end === word.start) whole[whole.length - 1] = { start: last.start, end: word.end }
    else whole.push(word)
  }
  return whole
}
