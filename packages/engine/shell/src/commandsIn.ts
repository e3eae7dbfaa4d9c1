import type { Command, Statement } from "./Syntax.ts"

/** The commands that statements are made of, without those that stand inside them. */
export const commandsIn = (statements: ReadonlyArray<Statement>): ReadonlyArray<Command> =>
  statements
    .flatMap(({ first, rest }) => [first, ...rest.map(({ pipeline }) => pipeline)])
    .flatMap((one) => one.commands)

/** The lists of statements that stand inside a command. */
export const listsIn = (command: Command): ReadonlyArray<ReadonlyArray<Statement>> => {
  switch (command.kind) {
    case "simple":
      return []
    case "while":
      return [command.condition, command.body]
    case "if":
    case "case":
      return command.lists
    default:
      return [command.body]
  }
}
