import type { CommandResource } from "@toolgate/core"
import { commandsWithin, type StartedCommands } from "@toolgate/shell"

const found = new WeakMap<ReadonlyArray<string>, StartedCommands>()
const last: { argv?: ReadonlyArray<string>; started?: StartedCommands } = {}

/**
 * Returns what a command may start. The last answer is stored, because each table of rules asks for it, and every answer
 * that took long.
 */
export const startedCommands = (argv: ReadonlyArray<string>): StartedCommands => {
  if (last.argv === argv && last.started !== undefined) return last.started
  const started = found.get(argv) ?? commandsWithin(argv)
  if (started.commands.length > 1) found.set(argv, started)
  last.argv = argv
  last.started = started
  return started
}

/** Returns a command that another command starts. `from`: the index of its first word among the words of the other. */
export const startedBy = (
  { loose, ...command }: CommandResource,
  argv: ReadonlyArray<string>,
  from: number | undefined
): CommandResource => {
  const within =
    from === undefined
      ? []
      : (loose?.flatMap((word) =>
          word.at < from || word.at >= from + argv.length ? [] : [{ ...word, at: word.at - from }]
        ) ?? [])
  return within.length === 0 ? { ...command, argv } : { ...command, argv, loose: within }
}
