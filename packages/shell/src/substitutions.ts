import type { Node } from "web-tree-sitter"
import type { Folders } from "./Folders.ts"
import { type Reading, type Span, spanOf } from "./Reading.ts"
import { sequence } from "./sequence.ts"
import { type Word, wordOf } from "./Word.ts"

const substitution = new Set(["command_substitution", "process_substitution"])
const statement =
  /^(?:command|pipeline|list|subshell|(?:redirected|if|while|for|case)_statement|(?:test|negated|declaration)_command)$/

/** Reads the commands that stand inside a node that is no statement: in a word, in arithmetic, in what cannot be read. */
export const readSubstitutions = (reading: Reading, node: Node, at: Folders) => {
  const waiting = [node]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (substitution.has(next.type)) sequence(reading, next.children, at, "certain")
    else if (next !== node && statement.test(next.type)) reading.walk(next, at, "uncertain")
    else waiting.push(...next.children.toReversed())
  }
}

/** Reads what stands in a span as one word, and the nodes that it is made of. What it computes is noted. */
export const readSpan = (reading: Reading, { start, end }: Span, nodes: ReadonlyArray<Node>, at: Folders): Word => {
  const word = wordOf(reading.source.slice(start, end), reading.dialect)
  if (word.computed !== undefined) {
    reading.parts.opaque(word.computed)
    for (const node of nodes) readSubstitutions(reading, node, at)
  }
  return word
}

/** Reads a node as one word. */
export const readWord = (reading: Reading, node: Node, at: Folders): Word => readSpan(reading, spanOf(node), [node], at)
