import type { Node } from "web-tree-sitter"
import { type Ends, either, type Folders, stays } from "./Folders.ts"
import { type Certainty, commandClaim, type Reading, type Span, spanOf } from "./Reading.ts"
import { readHeredoc } from "./readHeredoc.ts"
import { readRedirection } from "./redirections.ts"
import { runWords } from "./runWords.ts"
import { readSpan, readSubstitutions, readWord } from "./substitutions.ts"
import { excerpt } from "./Word.ts"

interface Found {
  readonly words: Array<Node>
  readonly assignments: Array<Span>
  readonly assigned: Array<string>
  readonly following: Array<Node>
}

/** Reads a simple command of the nodes that it and its redirections are made of. */
export const simpleCommand = (
  reading: Reading,
  nodes: ReadonlyArray<Node>,
  at: Folders,
  certainty: Certainty
): Ends => {
  const found: Found = { words: [], assignments: [], assigned: [], following: [] }
  for (const node of nodes) collect(reading, node, at, found)
  const isCommand = found.words.length + found.assignments.length > 0
  const ends = isCommand ? run(reading, found, at, certainty) : stays(at)
  if (found.following.length === 0) return ends
  // They stand on the line of a here-document, after `&&`, `||` or `|`.
  const after = either(ends.ok, ends.failed)
  for (const node of found.following) reading.walk(node, after, "uncertain")
  return stays(after)
}

const run = (reading: Reading, found: Found, at: Folders, certainty: Certainty) => {
  const groups = touching(found.words)
  reading.claims.add(
    commandClaim(
      found.assignments,
      groups.map(({ span }) => span)
    )
  )
  const words = groups.map(({ span, nodes }) => readSpan(reading, span, nodes, at))
  return runWords(reading, { words, assigned: found.assigned, startedBy: "shell", depth: reading.depth }, at, certainty)
}

// The grammar takes some words apart, `'a'\''b'` among them. To bash only a blank or an operator ends a word.
const touching = (nodes: ReadonlyArray<Node>) => {
  const groups: Array<{ span: Span; nodes: Array<Node> }> = []
  for (const node of nodes.toSorted((one, other) => one.startIndex - other.startIndex)) {
    const last = groups.at(-1)
    if (last?.span.end === node.startIndex) {
      last.span = { start: last.span.start, end: node.endIndex }
      last.nodes.push(node)
    } else {
      groups.push({ span: spanOf(node), nodes: [node] })
    }
  }
  return groups
}

const collect = (reading: Reading, node: Node, at: Folders, found: Found) => {
  // The parser puts in what it misses, and says so; the text is opaque by then.
  if (node.isMissing) return
  switch (node.type) {
    case "comment":
      return
    case "variable_assignment":
      // After the program's name this is one of its words.
      if (found.words.length > 0) break
      found.assignments.push(spanOf(node))
      found.assigned.push(assignedName(reading, node))
      readAssigned(reading, node, at)
      return
    case "file_redirect":
    case "herestring_redirect":
      for (const word of readRedirection(reading, node, at)) collect(reading, word, at, found)
      return
    case "heredoc_redirect": {
      const { words, statements } = readHeredoc(reading, node, at)
      for (const word of words) collect(reading, word, at, found)
      found.following.push(...statements)
      return
    }
    case "subshell":
      reading.parts.opaque(`The part "${excerpt(node.text)}" cannot be read.`)
      reading.walk(node, at, "uncertain")
      return
  }
  found.words.push(node)
}

const assignedName = (reading: Reading, node: Node) => {
  const name = node.childForFieldName("name")
  if (name?.type !== "variable_name") reading.parts.opaque(`The assignment "${excerpt(node.text)}" cannot be read.`)
  return name?.text ?? node.text
}

const readAssigned = (reading: Reading, node: Node, at: Folders) => {
  const name = node.childForFieldName("name")
  const value = node.childForFieldName("value")
  if (name !== null) readSubstitutions(reading, name, at)
  // Without a value the variable gets an empty text.
  if (value?.type === "array") {
    reading.parts.opaque(`The assignment "${excerpt(node.text)}" cannot be read.`)
    readSubstitutions(reading, value, at)
  } else if (value !== null) {
    readWord(reading, value, at)
  }
}
