import type { Tree } from "web-tree-sitter"
import { type Item, listItems, nameItem } from "./items.ts"
import { Lexer } from "./Lexer.ts"
import { listGrammarItems } from "./listGrammarItems.ts"
import type { Grammar } from "./loadGrammar.ts"
import { PartList } from "./PartList.ts"
import { parseText } from "./parseText.ts"
import { maxSteps, ReadingBudget } from "./ReadingBudget.ts"
import { readRedirections } from "./redirections.ts"
import { runWords } from "./runWords.ts"
import type { ShellPart } from "./ShellPart.ts"
import { type InnerText, maxDepth, maxLists, type ShellReading, tooDeep } from "./ShellReading.ts"
import { type Ends, fresh, type ShellState, stays } from "./ShellState.ts"
import { type Span, TooDeep, UnreadableText } from "./Syntax.ts"
import type { Dialect } from "./scanWord.ts"
import { readStatements } from "./statement.ts"
import { excerpt, expandWord, type Word } from "./Word.ts"

/** The largest size of a text, in bytes. */
const maxLength = 64 * 1024

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for these.
const control = /[\u0000-\u0008\u000b-\u001f\u007f]/

/** Returns what a text would run, read and write. */
export const readText = (grammar: Grammar, text: string, dialect: Dialect = "bash"): ReadonlyArray<ShellPart> => {
  const parts = new PartList()
  const budget = new ReadingBudget()
  const reader = new Reader((source) => grammar(source, budget))
  reader.read(text, { dialect, parts, depth: 0, certainty: "certain" }, fresh)
  if (parts.parts.length === 0) parts.opaque("The text does not contain a command.")
  return parts.parts
}

const tooCostly = `The text takes more than ${maxSteps} steps of the parser.`

/** Returns the bound that a text exceeds, as a sentence, or `undefined` if it exceeds none. */
const bound = (text: string, depth: number) => {
  if (depth > maxDepth) return tooDeep
  const isLong = text.length > maxLength || new TextEncoder().encode(text).length > maxLength
  return isLong ? "The text is longer than 64 KiB." : undefined
}

const refusal = (text: string) => {
  if (control.test(text)) return "The text contains a control character."
  if (!text.isWellFormed()) return "The text contains a lone surrogate."
  return undefined
}

class Reader {
  private readonly grammar: (source: string) => Tree | undefined
  private lists = 0

  constructor(grammar: (source: string) => Tree | undefined) {
    this.grammar = grammar
  }

  read(source: string, inner: InnerText, at: ShellState): Ends {
    const { parts, depth } = inner
    const passed = bound(source, depth)
    const refused = passed === undefined ? refusal(source) : undefined
    const tree = passed === undefined && refused === undefined ? this.grammar(source) : undefined
    if (tree === undefined) {
      if (refused === undefined) parts.unread(passed ?? tooCostly)
      else parts.opaque(refused)
      return stays(at)
    }
    try {
      return this.compared(tree, source, inner, at)
    } finally {
      tree.delete()
    }
  }

  /**
   * Parses a text, and compares the result with the grammar's. If they differ, the text is opaque, and items that only
   * the grammar finds are added.
   */
  private compared(tree: Tree, source: string, { dialect, parts, depth, certainty }: InnerText, at: ShellState): Ends {
    const reading: ShellReading = {
      source,
      dialect,
      parts,
      depth,
      readStatements: (statements, from, how, into = parts) => {
        if (++this.lists > maxLists) into.end()
        return into.isFull ? stays(from) : readStatements({ ...reading, parts: into }, statements, from, how)
      },
      readInner: (text, into, from) => this.read(text, into, from)
    }
    const statements = parseText(source, dialect)
    if (tree.rootNode.hasError) parts.opaque(syntaxError)
    const items = listGrammarItems(tree, source, dialect)
    if (statements instanceof UnreadableText) {
      if (statements instanceof TooDeep) parts.unread(statements.message)
      else parts.opaque(statements.message)
      show(reading, items, at)
      return stays(at)
    }
    const names = listItems(statements)
    const others = items.filter((item) => !names.has(nameItem(item)))
    if (others.length > 0 || items.length !== names.size) parts.opaque("The text can be read in more than one way.")
    const ends = readStatements(reading, statements, at, certainty)
    show(reading, others, at)
    return ends
  }
}

const show = (reading: ShellReading, items: ReadonlyArray<Item>, at: ShellState) => {
  for (const item of items) if (!reading.parts.isFull) showItem(reading, item, at)
}

const syntaxError = "The text has a syntax error, or is read differently by different shells."

/** Adds an item of an opaque text, so that a policy can deny it. */
const showItem = (reading: ShellReading, item: Item, at: ShellState) => {
  const { parts, source, depth } = reading
  if (item.kind === "redirection") {
    const target = wordAt(reading, item.target)
    if (target !== undefined) {
      readRedirections(reading, [{ operator: item.operator, isNumbered: false, target }], at)
    }
    return
  }
  const words = item.words.map((span): Word => {
    const word = wordAt(reading, span)
    if (word !== undefined) return expandWord(word, source, at.variables)
    const raw = source.slice(span.start, span.end)
    return { text: raw, computed: `The word "${excerpt(raw)}" is computed when the command runs.` }
  })
  if (words.length === 0) return
  for (const { computed } of words) if (computed !== undefined) parts.opaque(computed)
  const assigned = item.assigned.map(({ start, end }) => source.slice(start, end).split(/\+?=/, 1)[0] ?? "")
  for (let from = 0; from < maxDepth; from++) {
    runWords(reading, { words: words.slice(from), assigned, startedBy: "shell", depth }, at, "uncertain")
    if (!reserved.has(words[from]?.text ?? "") || from + 1 >= words.length) return
  }
  parts.unread(tooDeep)
}

// Reserved words of shells that the grammar takes for programs.
const reserved = new Set([
  "{",
  "}",
  "!",
  "if",
  "then",
  "elif",
  "else",
  "while",
  "until",
  "do",
  "coproc",
  "function",
  "time"
])

/** Returns the word in a span, if the span holds exactly one word. Commands inside the word are separate items. */
const wordAt = ({ source, dialect }: ShellReading, { start, end }: Span) => {
  try {
    const lexer = new Lexer(source.slice(0, end), start, dialect, unread, false)
    const token = lexer.next()
    return token.kind === "word" && token.word.start === start && token.word.end === end ? token.word : undefined
  } catch (error) {
    if (error instanceof UnreadableText) return undefined
    throw error
  }
}

const unread = () => {
  throw new UnreadableText("It is read by itself.")
}
