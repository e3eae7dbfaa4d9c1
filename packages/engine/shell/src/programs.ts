import { findDangers } from "./programs/findDangers.ts"
import { harmlessPrograms } from "./programs/harmlessPrograms.ts"
import { knownPrograms } from "./programs/known.ts"
import { looseInstances, takesAnyOperand } from "./programs/looseInstances.ts"
import type { DangerousWord, Program, ProgramFacts } from "./programs/Program.ts"
import { orderedOutside, startingWords } from "./programs/startingWords.ts"
import { unlistedWords } from "./programs/unlistedWords.ts"
import type { LooseWord } from "./ShellPart.ts"

/**
 * The words of an argv that may make a harmless program start others, write files, reach the network or read orders, each
 * with its reason, a phrase that goes on after the word.
 *
 * Of a program whose harmless words are known, it is every word that is not among them. Of another program of the tables, it is
 * each option and the words that are known to be dangerous; one that nothing is known of has none, which does not make it harmless.
 *
 * The first `named` words are taken as said: they are no dangers, and tell how the words behind them are read. What stands
 * there once and comes again behind them is one again. A loose word counts as each word that it may be. `outside` are the
 * places of words that lead out of the workspace, where a program that writes its operands does harm.
 */
export const dangersIn = (
  argv: ReadonlyArray<string>,
  named = 1,
  loose: ReadonlyArray<LooseWord> = [],
  outside: ReadonlyArray<number> = []
): ReadonlyArray<DangerousWord> => {
  const all = knownPrograms(argv[0] ?? "")
  const isListed = all.some(({ closed }) => closed !== undefined)
  const found = all.flatMap((known) =>
    looseInstances(known, argv, loose).flatMap((words) =>
      known.closed === undefined
        ? [...findDangers(known, words.slice(1)), ...(isListed ? [] : unlistedOptions(words))].filter(
            ({ word }) => !isNamed(word, words, named)
          )
        : unlistedWords(known.closed, words, Math.max(1, named), dangersIn, known.synonyms, outside)
    )
  )
  const outsideBehind = outside.filter((at) => at >= named)
  found.push(...writtenOutside(all, argv, outsideBehind))
  if (!isListed && !harmlessPrograms.has(argv[0] ?? "")) {
    const starting = startingWords(argv.slice(1)).filter(({ word }) => !isNamed(word, argv, named))
    found.push(...starting, ...orderedOutside(argv, outsideBehind))
  }
  if (harmlessPrograms.has(argv[0] ?? "") || (all.length > 0 && all.every(takesAnyOperand))) return found
  return [...found, ...loose.flatMap((word) => (isInFolder(word) ? [] : [unclear(argv[word.at] ?? "")]))]
}

/** Each option of a program of which only dangers are known: what nobody has listed may be one more of them. */
const unlistedOptions = ([program = "", ...words]: ReadonlyArray<string>): ReadonlyArray<DangerousWord> =>
  words.flatMap((word) =>
    /^-./u.test(word) && !/^(?:--|--help|--version)$/u.test(word)
      ? [{ word, reason: `is not among the options of "${program}" that are known to be harmless` }]
      : []
  )

const writtenOutside = (
  all: ReadonlyArray<Program>,
  argv: ReadonlyArray<string>,
  outside: ReadonlyArray<number>
): ReadonlyArray<DangerousWord> => {
  const last = argv.findLastIndex((word) => !word.startsWith("-"))
  return all.flatMap(({ writesTo }) =>
    outside
      .filter((at) => writesTo === "operands" || (writesTo === "last operand" && at === last))
      .map((at) => ({ word: argv[at] ?? "", reason: "leads out of the workspace, where it would write" }))
  )
}

/** Whether a folder is written out before what is not known of a file, whose name is then no order. */
const isInFolder = ({ of, pattern = "" }: LooseWord) => of !== "file" || /^(?:\\.|[^\\*])*\//su.test(pattern)

const unclear = (word: string): DangerousWord => ({ word, reason: "stands for words that may do harm" })

/**
 * The commands that a command starts as its own words say, and those that they start in their turn: of
 * `pnpm exec rm -rf x`, it is `rm -rf x`. A rule that denies is held against them too.
 */
export const commandsWithin = (argv: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  const [program = ""] = argv
  const found: Array<ReadonlyArray<string>> = []
  const note = (inner: ReadonlyArray<string>) => {
    if (inner.length > 0) found.push(inner, ...commandsWithin(inner))
    return []
  }
  for (const { closed } of knownPrograms(program))
    if (closed !== undefined) unlistedWords(closed, argv, argv.length, note)
  return found
}

const isNamed = (word: string, argv: ReadonlyArray<string>, named: number) =>
  argv.lastIndexOf(word) < named && argv.includes(word)

/**
 * What is known of a program by its name, or by the path that it is started by: whether it can start other programs, write
 * files, reach the network, or takes orders from the folder it runs in, whatever its words. `undefined` when nothing is.
 */
export const programFacts = (program: string): ProgramFacts | undefined => {
  const facts = Object.assign({}, ...knownPrograms(program).map((known) => known.facts)) as ProgramFacts
  return Object.keys(facts).length === 0 ? undefined : facts
}

/** The options of a program that are the same in other spellings: of `rm`, `["-r", "-R", "--recursive"]` is one of them. */
export const optionSynonyms = (program: string): ReadonlyArray<ReadonlyArray<string>> =>
  knownPrograms(program).flatMap(({ synonyms = [] }) => synonyms)

/**
 * The name by which a program knows a subcommand: of npm, `i`, `isntall` and `insta` are `install`. A word that is no other
 * name of one is itself.
 */
export const subcommandNamed = (program: string, word: string): string => {
  for (const { aliases = [], shortens } of knownPrograms(program)) {
    const named = aliases.find((names) => names.includes(word))
    if (named !== undefined) return named[0] ?? word
    const short =
      shortens === true && word !== "" ? aliases.filter((names) => names.some((name) => name.startsWith(word))) : []
    if (short.length === 1) return short[0]?.[0] ?? word
  }
  return word
}
