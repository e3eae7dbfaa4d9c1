import { listCommands, listInnerStatements } from "./listCommands.ts"
import type { Command, Span, Statement, SyntaxWord, WordPiece } from "./Syntax.ts"

/**
 * A command, as the positions of its words in the source, or the target of a redirection. Two readings of a text are
 * compared by their items.
 */
export type Item =
  | { readonly kind: "command"; readonly assigned: ReadonlyArray<Span>; readonly words: ReadonlyArray<Span> }
  | { readonly kind: "redirection"; readonly operator: string; readonly target: Span }

const spans = (all: ReadonlyArray<Span>) => all.map(({ start, end }) => `${start}-${end}`).join(",")

/** Returns a name for an item. Equal items of two readings have equal names. */
export const nameItem = (item: Item): string =>
  item.kind === "command"
    ? `command ${spans(item.assigned)} ${spans(item.words)}`
    : `redirection ${item.operator} ${spans([item.target])}`

/** Returns the names of all commands and redirections in some statements, including those in substitutions. */
export const listItems = (statements: ReadonlyArray<Statement>): ReadonlySet<string> => {
  const names = new Set<string>()
  const waiting = [statements]
  const wait = (pieces: ReadonlyArray<WordPiece>) => {
    for (const piece of pieces) if (piece.kind === "commands") waiting.push(piece.body)
  }
  for (let list = waiting.pop(); list !== undefined; list = waiting.pop()) {
    for (const command of listCommands(list)) {
      for (const { operator, target, body = [] } of command.redirections) {
        names.add(nameItem({ kind: "redirection", operator, target }))
        wait([...target.pieces, ...body])
      }
      if (command.kind === "simple") {
        const { assignments, words } = command
        if (assignments.length + words.length > 0) {
          names.add(nameItem({ kind: "command", assigned: assignments, words }))
        }
        for (const { value } of assignments) wait(value)
      }
      for (const { pieces } of wordsIn(command)) wait(pieces)
      waiting.push(...listInnerStatements(command))
    }
  }
  return names
}

const wordsIn = (command: Command): ReadonlyArray<SyntaxWord> => {
  if (command.kind === "case") return [command.subject, ...command.patterns]
  return command.kind === "simple" || command.kind === "for" ? command.words : []
}
