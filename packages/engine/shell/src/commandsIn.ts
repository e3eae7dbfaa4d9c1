import type { Command, Statement } from "./Syntax.ts"

/** Returns the commands of which statements consist, without the commands inside these. */
export const commandsIn = (statements: ReadonlyArray<Statement>): ReadonlyArray<Command> =>
  statements
    .flatMap(({ first, rest }) => [first, ...rest.map(({ pipeline }) => pipeline)])
    .flatMap((one) => one.commands)

/** Returns the lists of statements inside a command. */
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
