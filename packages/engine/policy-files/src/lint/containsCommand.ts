import type { CommandPattern } from "@toolgate/policy"
import { concerns, covers, isOption } from "@toolgate/policy"
import { findDangerousWords, getCommandName } from "@toolgate/shell"

/** Whether a deny or ask pattern concerns every command that an allow pattern covers. False if that is uncertain. */
export const concernsAll = (outer: CommandPattern, inner: CommandPattern): boolean =>
  (outer.open || !inner.open) &&
  (inner.words.length > 0 || outer.words.length === 0) &&
  concerns(outer, commandOf(inner.words))

/**
 * Whether a deny or ask pattern concerns every command that another deny or ask pattern concerns. False if that is
 * uncertain.
 */
export const concernsWider = (outer: CommandPattern, inner: CommandPattern): boolean => {
  const [program, ...rest] = outer.words
  if (program === undefined) return outer.open
  const [innerProgram, ...given] = inner.words
  if (innerProgram === undefined || getCommandName(program) !== getCommandName(innerProgram)) return false
  const options = given.filter(isOption)
  if (!rest.filter(isOption).every((option) => options.includes(option))) return false
  const [wanted, operands] = [rest, given].map((words) => words.filter((word) => !isOption(word)))
  const isPrefix = wanted?.every((word, i) => word === operands?.[i]) === true
  return isPrefix && (outer.open || (!inner.open && wanted?.length === operands?.length))
}

/** Whether an allow pattern covers every command that another allow pattern covers. False if that is uncertain. */
export const coversAll = (outer: CommandPattern, inner: CommandPattern): boolean => {
  if (inner.words.length === 0) return outer.words.length === 0
  if (!covers(outer, commandOf(inner.words))) return false
  if (!inner.open) return true
  // Further words may be dangerous because of words that only the inner pattern names.
  const own = inner.words.slice(outer.words.length)
  return outer.open && own.every((word) => !isOption(word)) && findDangerousWords(inner.words).length === 0
}

/** Returns a command with these words that is otherwise harmless. */
const commandOf = (argv: ReadonlyArray<string>) => ({
  kind: "command" as const,
  argv,
  assigned: [],
  wrapper: false,
  inWorkspace: true,
  paths: [],
  hosts: []
})
