import type { Command, Statement } from "./Syntax.ts"

/** Lists the commands of statements, without nested commands. */
export const listCommands = (statements: ReadonlyArray<Statement>): ReadonlyArray<Command> =>
  statements
    .flatMap(({ first, rest }) => [first, ...rest.map(({ pipeline }) => pipeline)])
    .flatMap((one) => one.commands)

/** Lists the statement lists inside a command. */
export const listInnerStatements = (command: Command): ReadonlyArray<ReadonlyArray<Statement>> => {
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
