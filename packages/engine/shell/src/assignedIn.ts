import { commandsIn, listsIn } from "./commandsIn.ts"
import type { Command, Piece } from "./Syntax.ts"
import { every } from "./Variables.ts"

/**
 * Returns the variables that commands may set in the shell that runs them. The result holds `every` when that cannot be
 * told.
 */
export const assignedIn = (commands: ReadonlyArray<Command>): ReadonlySet<string> => {
  const names = new Set<string>()
  const waiting = [...commands]
  for (let command = waiting.pop(); command !== undefined; command = waiting.pop()) {
    if (command.kind === "simple") {
      for (const { name } of command.assignments) names.add(name)
      // A setter may stand behind other words.
      if (command.words.some(({ pieces }) => setters.test(written(pieces)))) names.add(every)
    }
    if (command.kind === "for") names.add(command.variable)
    for (const list of listsIn(command)) waiting.push(...commandsIn(list))
  }
  return names
}

const setters = /^(?:eval|export|read)$/

const written = (pieces: ReadonlyArray<Piece>) =>
  pieces.map((piece) => (piece.kind === "text" ? piece.text : "")).join("")
