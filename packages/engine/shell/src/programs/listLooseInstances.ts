import type { ClosedList, Program } from "@toolgate/program-facts"
import { fitsForm } from "../fitsForm.ts"
import type { LooseWord } from "../ShellPart.ts"

/** A character that a text cannot contain, so that a word with it is never listed as harmless. */
const strange = "\0"

/**
 * Lists possible expansions of a command's loose words: once as written, once with several unknown words, and once for
 * each harmful word that a loose word may be.
 */
export const listLooseInstances = (
  program: Program,
  argv: ReadonlyArray<string>,
  loose: ReadonlyArray<LooseWord>
): ReadonlyArray<ReadonlyArray<string>> => {
  if (loose.length === 0) return [argv]
  const forms = new Map(loose.map(({ at, pattern }) => [at, pattern]))
  const replaced = (replace: (word: string, form: string | undefined) => ReadonlyArray<string>) =>
    argv.flatMap((word, at) => (forms.has(at) ? replace(word, forms.get(at)) : [word]))
  const harmful = [...harmfulWords(program)]
    .filter((word) => loose.some(({ pattern }) => pattern !== undefined && fitsForm(pattern, word)))
    .map((harm) => replaced((word, form) => [form !== undefined && fitsForm(form, harm) ? harm : word]))
  return [argv, replaced((word) => [`${word}${strange}`, `${word}${strange}`]), ...harmful]
}

/** Returns the harmful words of a program that are not options. */
const harmfulWords = ({ dangers = [], subcommands = [], closed }: Program): ReadonlySet<string> =>
  new Set(
    [...dangers, ...subcommands.flatMap((one) => one.dangers), ...(closed === undefined ? [] : closedDangers(closed))]
      .flatMap(({ options }) => options)
      .filter((option) => !option.startsWith("-") && option !== "*")
      .map((option) => option.replace(/\*$/, ""))
  )

const closedDangers = ({ dangers = [], subcommands = {} }: ClosedList): NonNullable<ClosedList["dangers"]> => [
  ...dangers,
  ...Object.values(subcommands).flatMap(closedDangers)
]

/**
 * Whether only options of a program do harm, so that any other word may be an operand. For other programs, a loose word
 * is accepted only if it begins with a folder that is written out.
 */
export const takesAnyOperand = ({ facts, dangers = [], subcommands, operands, inspect, closed }: Program): boolean =>
  closed === undefined
    ? facts?.startsPrograms === undefined &&
      (subcommands ?? operands ?? inspect) === undefined &&
      dangers.every(({ options }) => options.every((option) => option.startsWith("-")))
    : !hasChecks(closed)

const hasChecks = ({ operands, operand, runsOperands, value, subcommands = {} }: ClosedList): boolean =>
  (operands ?? operand ?? runsOperands ?? value) !== undefined || Object.values(subcommands).some(hasChecks)
