import type { CommandResource } from "@toolgate/core"
import { type AddedPrograms, findCommandsWithin, getProgramsInScope, type StartedCommands } from "@toolgate/shell"

/** The commands that a command may start, by added programs: each file of a policy may add others. */
type ByPrograms = Map<AddedPrograms | undefined, StartedCommands>

const found = new WeakMap<ReadonlyArray<string>, ByPrograms>()
const last: { argv?: ReadonlyArray<string>; added?: AddedPrograms | undefined; started?: StartedCommands } = {}

/**
 * Finds the commands that a command may start. The last answer is cached, because every table of rules needs it; so is
 * every slow answer.
 */
export const findStartedCommands = (argv: ReadonlyArray<string>): StartedCommands => {
  const added = getProgramsInScope()
  if (last.argv === argv && last.added === added && last.started !== undefined) return last.started
  const known = found.get(argv)
  const started = known?.get(added) ?? findCommandsWithin(argv)
  if (started.commands.length > 1) found.set(argv, (known ?? new Map()).set(added, started))
  last.argv = argv
  last.added = added
  last.started = started
  return started
}

/** Returns a command that another command starts. `from`: the index of its first word among the words of the other. */
export const takeStartedCommand = (
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
