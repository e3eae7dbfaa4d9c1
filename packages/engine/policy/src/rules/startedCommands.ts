import type { CommandResource } from "@toolgate/core"
import { type AddedPrograms, commandsWithin, programsInScope, type StartedCommands } from "@toolgate/shell"

/** The commands that a command may start, by the further programs that are known: each file of a policy may know others. */
type ByPrograms = Map<AddedPrograms | undefined, StartedCommands>

const found = new WeakMap<ReadonlyArray<string>, ByPrograms>()
const last: { argv?: ReadonlyArray<string>; added?: AddedPrograms | undefined; started?: StartedCommands } = {}

/**
 * Returns what a command may start. The last answer is stored, because each table of rules asks for it, and every answer
 * that took long.
 */
export const startedCommands = (argv: ReadonlyArray<string>): StartedCommands => {
  const added = programsInScope()
  if (last.argv === argv && last.added === added && last.started !== undefined) return last.started
  const known = found.get(argv)
  const started = known?.get(added) ?? commandsWithin(argv)
  if (started.commands.length > 1) found.set(argv, (known ?? new Map()).set(added, started))
  last.argv = argv
  last.added = added
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
