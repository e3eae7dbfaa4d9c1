import type { Tree } from "web-tree-sitter"
import { type Ends, type Folders, start, stays } from "./Folders.ts"
import type { Grammar } from "./loadGrammar.ts"
import { outlineOf } from "./outline.ts"
import { PartList } from "./PartList.ts"
import { commandClaim, type InnerText, maxDepth, type Reading, redirectionClaim, tooDeep } from "./Reading.ts"
import { maxSteps, ReadingBudget } from "./ReadingBudget.ts"
import { noteRedirection } from "./redirections.ts"
import { runWords } from "./runWords.ts"
import type { ShellPart } from "./ShellPart.ts"
import type { Dialect } from "./scanWord.ts"
import { sequence } from "./sequence.ts"
import { statement } from "./statement.ts"
import { tokensOf } from "./tokens.ts"
import { wordOf } from "./Word.ts"

/** How long a text may be, in bytes. */
const maxLength = 64 * 1024

/** How deep the nodes of a tree may stand inside each other. */
const maxNesting = 100

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const control = /[\u0000-\u0008\u000b-\u001f\u007f]/

/** What a text would run, read and write. */
export const readText = (grammar: Grammar, text: string, dialect: Dialect = "bash"): ReadonlyArray<ShellPart> => {
  const parts = new PartList()
  const budget = new ReadingBudget()
  const inBudget = (source: string) => grammar(source, budget)
  read(inBudget, text, { dialect, parts, depth: 0, certainty: "certain" }, start)
  if (parts.parts.length === 0) parts.opaque(empty)
  return parts.parts
}

const empty = "The text holds no command."

const movesFolder = (parts: ReadonlyArray<ShellPart>) =>
  parts.some((part) => part.kind === "command" && part.argv.includes("cd"))

const tooCostly = `The text takes more than ${maxSteps} steps of the parser.`

/** Why a text is not read at all, or no further than it was. */
const bound = (text: string, depth: number) => {
  if (depth > maxDepth) return tooDeep
  return Buffer.byteLength(text) > maxLength ? "The text is longer than 64 KiB." : undefined
}

const refusal = (text: string) => {
  if (control.test(text)) return "The text holds a control character."
  if (!text.isWellFormed()) return "The text holds half of a character."
  return undefined
}

const read = (grammar: (text: string) => Tree | undefined, source: string, inner: InnerText, at: Folders): Ends => {
  const { dialect, parts, depth } = inner
  const passed = bound(source, depth)
  const refused = passed === undefined ? refusal(source) : undefined
  const tree = passed === undefined && refused === undefined ? grammar(source) : undefined
  if (tree === undefined) {
    if (refused === undefined) parts.unread(passed ?? tooCostly)
    else parts.opaque(refused)
    return stays(at)
  }
  let nesting = 0
  let goesOn = false
  const reading: Reading = {
    source,
    dialect,
    parts,
    depth,
    claims: new Set(),
    goesOn: () => {
      goesOn = true
    },
    walk: (node, from, certainty) => {
      if (parts.isFull) return stays(from)
      if (nesting >= maxNesting) {
        parts.unread(`The text nests more than ${maxNesting} deep.`)
        return stays(from)
      }
      nesting++
      const ends = statement(reading, node, from, certainty)
      nesting--
      return ends
    },
    readInner: (text, into, from) => read(grammar, text, into, from)
  }
  try {
    const root = tree.rootNode
    if (root.hasError) parts.opaque("The text has a syntax error, or is one that shells read in different ways.")
    const ends = sequence(reading, root.children, at, inner.certainty)
    compare(reading, at)
    if (goesOn && movesFolder(parts.parts)) {
      parts.opaque("The folder that commands run in after a here-document is only known when they run.")
    }
    return ends
  } finally {
    tree.delete()
  }
}

/**
 * Compares what the tree says with what the tokens alone say. The grammar forgives what bash does not, and reads some
 * texts otherwise than bash: where the two differ, the text is opaque, and what only the tokens show is shown as well.
 */
const compare = (reading: Reading, at: Folders) => {
  const { source, dialect, parts, claims, depth } = reading
  const tokens = tokensOf(source, dialect)
  const items = tokens === undefined ? undefined : outlineOf(source, tokens)
  if (items === undefined) {
    if (!parts.isOpaque) parts.opaque("The text can be read in more than one way.")
    return
  }
  if (items.length === 0) parts.opaque(empty)
  const differs = "The text can be read in more than one way."
  if (items.length !== claims.size) parts.opaque(differs)
  for (const item of items) {
    if (item.kind === "command") {
      if (claims.has(commandClaim(item.assigned, item.words))) continue
      parts.opaque(differs)
      const words = item.words.map((word) => wordOf(source.slice(word.start, word.end), dialect))
      const assigned = item.assigned.map(({ text }) => text.split("=", 1)[0] ?? "")
      runWords(reading, { words, assigned, startedBy: "shell", depth }, at, "uncertain")
    } else if (!claims.has(redirectionClaim(item.operator, item.target))) {
      parts.opaque(differs)
      const target = source.slice(item.target.start, item.target.end)
      noteRedirection(reading, { operator: item.operator, target, isNumbered: false }, at)
    }
  }
}
