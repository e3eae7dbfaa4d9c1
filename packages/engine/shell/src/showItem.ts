import type { Item } from "./items.ts"
import { Lexer } from "./Lexer.ts"
import { maxDepth, type Reading, tooDeep } from "./Reading.ts"
import { readRedirections } from "./redirections.ts"
import { runWords } from "./runWords.ts"
import type { ShellState } from "./ShellState.ts"
import { type Span, Unreadable } from "./Syntax.ts"
import { excerpt, type Word, wordOf } from "./Word.ts"

/** Notes what one reading of an opaque text shows, so that a policy can deny it. */
export const showItem = (reading: Reading, item: Item, at: ShellState) => {
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
    if (word !== undefined) return wordOf(word, source, at.variables)
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

// Words that the grammar takes for programs where a shell takes them for reserved words.
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

/**
 * Returns the word in a span, if the span holds exactly one word. Commands inside the word are shown as items of their
 * own.
 */
const wordAt = ({ source, dialect }: Reading, { start, end }: Span) => {
  try {
    const lexer = new Lexer(source.slice(0, end), start, dialect, unread, false)
    const token = lexer.next()
    return token.kind === "word" && token.word.start === start && token.word.end === end ? token.word : undefined
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

const unread = () => {
  throw new Unreadable("It is read by itself.")
}
