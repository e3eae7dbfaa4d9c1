import type { Node } from "web-tree-sitter"
import { type Ends, either, type Folders, stays } from "./Folders.ts"
import { type Certainty, commandClaim, type Reading, spanOf } from "./Reading.ts"
import { readHeredoc } from "./readHeredoc.ts"
import { readRedirection } from "./redirections.ts"
import { sequence } from "./sequence.ts"
import { simpleCommand } from "./simpleCommand.ts"
import { readSubstitutions, readWord } from "./substitutions.ts"
import { testCommand } from "./testCommand.ts"
import { excerpt } from "./Word.ts"

/** Reads one statement. The list of what it knows is closed: any other node is called opaque. */
export const statement = (reading: Reading, node: Node, at: Folders, certainty: Certainty): Ends => {
  switch (node.type) {
    case "command":
    case "declaration_command":
    case "unset_command":
      return simpleCommand(reading, node.children, at, certainty)
    case "file_redirect":
      // Alone in a substitution: `$(< file)` reads the file.
      return simpleCommand(reading, [node], at, certainty)
    case "redirected_statement":
      return redirectedStatement(reading, node, at, certainty)
    case "test_command":
      return testCommand(reading, node, at)
    case "list":
      return list(reading, node, at, certainty)
    case "negated_command": {
      const ends = sequence(reading, node.children, at, certainty)
      return { ok: ends.failed, failed: ends.ok }
    }
    case "compound_statement":
      if (node.child(0)?.type !== "{") break
      return sequence(reading, node.children, at, certainty)
    case "subshell":
      // What it does to the folder ends with it.
      sequence(reading, node.children, at, "certain")
      return stays(at)
    case "pipeline":
      sequence(reading, node.children, at, "uncertain")
      return stays(at)
    case "if_statement":
    case "elif_clause":
    case "else_clause":
    case "while_statement":
    case "do_group":
      return sequence(reading, node.children, at, "uncertain")
    case "for_statement":
      return forStatement(reading, node, at)
    case "case_statement":
    case "case_item":
      return sequence(reading, afterValues(reading, node, at), at, "uncertain")
    case "variable_assignment":
    case "variable_assignments":
      return assignments(reading, node, at)
    case "function_definition":
      reading.parts.opaque("A function definition changes what later commands mean.")
      readSubstitutions(reading, node, at)
      return stays(at)
  }
  reading.parts.opaque(`The part "${excerpt(node.text)}" cannot be read.`)
  readSubstitutions(reading, node, at)
  return stays(at)
}

const statementsIn = (node: Node) => node.namedChildren.filter(({ type }) => type !== "comment")

type Redirections = ReadonlyArray<Node>

const list = (
  reading: Reading,
  node: Node,
  at: Folders,
  certainty: Certainty,
  redirections: Redirections = []
): Ends => {
  const [left, right] = statementsIn(node)
  if (left === undefined || right === undefined) return stays(at)
  const first = reading.walk(left, at, certainty)
  if (node.children.some(({ type }) => type === "&&")) {
    const second = redirected(reading, right, redirections, first.ok, certainty)
    return { ok: second.ok, failed: either(first.failed, second.failed) }
  }
  const second = redirected(reading, right, redirections, first.failed, "uncertain")
  return { ok: either(first.ok, second.ok), failed: second.failed }
}

const simple = new Set(["command", "declaration_command", "unset_command"])

const redirectedStatement = (reading: Reading, node: Node, at: Folders, certainty: Certainty): Ends => {
  const body = node.childForFieldName("body")
  const redirections = node.children.filter(({ id }) => id !== body?.id)
  if (body === null) return simpleCommand(reading, redirections, at, certainty)
  return redirected(reading, body, redirections, at, certainty)
}

// The grammar puts a redirection around all of `a && b >f` and `a | b >f`, while to bash it belongs to the last command.
const redirected = (
  reading: Reading,
  body: Node,
  redirections: Redirections,
  at: Folders,
  certainty: Certainty
): Ends => {
  if (redirections.length === 0) return reading.walk(body, at, certainty)
  if (simple.has(body.type)) return simpleCommand(reading, [...body.children, ...redirections], at, certainty)
  if (body.type === "list") return list(reading, body, at, certainty, redirections)
  if (body.type === "redirected_statement") {
    const inner = body.childForFieldName("body")
    const all = [...body.children.filter(({ id }) => id !== inner?.id), ...redirections]
    if (inner !== null) return redirected(reading, inner, all, at, certainty)
  }
  const last = statementsIn(body).at(-1)
  if (body.type === "pipeline" && last !== undefined) {
    sequence(
      reading,
      body.children.filter(({ id }) => id !== last.id),
      at,
      "uncertain"
    )
    redirected(reading, last, redirections, at, "uncertain")
    return stays(at)
  }
  if (body.type === "negated_command" && last !== undefined) {
    const ends = redirected(reading, last, redirections, at, certainty)
    return { ok: ends.failed, failed: ends.ok }
  }
  return redirectedCompound(reading, body, redirections, at, certainty)
}

const redirectedCompound = (
  reading: Reading,
  body: Node,
  redirections: Redirections,
  at: Folders,
  certainty: Certainty
): Ends => {
  const ends = reading.walk(body, at, certainty)
  for (const redirection of redirections) {
    const isHeredoc = redirection.type === "heredoc_redirect"
    const rest = isHeredoc ? readHeredoc(reading, redirection, at) : undefined
    for (const word of rest?.words ?? readRedirection(reading, redirection, at)) {
      reading.parts.opaque(`The word "${excerpt(word.text)}" stands where no word can stand.`)
      readWord(reading, word, at)
    }
    for (const following of rest?.statements ?? []) reading.walk(following, either(ends.ok, ends.failed), "uncertain")
  }
  return redirections.some(({ type }) => type === "heredoc_redirect") ? stays(either(ends.ok, ends.failed)) : ends
}

const afterValues = (reading: Reading, node: Node, at: Folders) => {
  const values = new Set(node.childrenForFieldName("value").map(({ id }) => id))
  for (const value of node.children) if (values.has(value.id)) readWord(reading, value, at)
  return node.children.filter(({ id }) => !values.has(id))
}

const forStatement = (reading: Reading, node: Node, at: Folders): Ends => {
  const variable = node.childForFieldName("variable")?.text ?? ""
  // Any longer name may be one that the shell or a program looks at, as they look at `PATH`.
  if (!/^[a-z]$/.test(variable)) {
    reading.parts.opaque(`The loop sets "${excerpt(variable)}", which may change what later commands mean.`)
  }
  if (node.child(0)?.type !== "for") reading.parts.opaque(`A "${node.child(0)?.text}" loop reads its input.`)
  const body = afterValues(reading, node, at).filter(({ type }) => type === "do_group")
  return sequence(reading, body, at, "uncertain")
}

const assignments = (reading: Reading, node: Node, at: Folders): Ends => {
  const all = node.type === "variable_assignment" ? [node] : node.namedChildren
  reading.claims.add(commandClaim(all.map(spanOf), []))
  reading.parts.opaque(`The assignment "${excerpt(node.text)}" changes what later commands mean.`)
  readSubstitutions(reading, node, at)
  return stays(at)
}
