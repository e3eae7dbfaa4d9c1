import type { DangerousWord, Program, ProgramFacts } from "@toolgate/program-facts"
import { commandName, knownPrograms, plainPath } from "@toolgate/program-facts"
import { judgedBuiltins, startsNothing } from "./builtins.ts"
import { executedBy } from "./findExec.ts"
import { onlyDescribes } from "./onlyDescribes.ts"
import { findDangers } from "./programs/findDangers.ts"
import { isHarmlessWith } from "./programs/isHarmlessWith.ts"
import { looseInstances, takesAnyOperand } from "./programs/looseInstances.ts"
import { lastingOrders, orderedOutside, startedProgram, startingWords } from "./programs/startingWords.ts"
import { countOptions, unlistedWords } from "./programs/unlistedWords.ts"
import type { LooseWord } from "./ShellPart.ts"

/**
 * Returns the words of an argv that may make a harmless program start other programs, write files, reach the network or
 * read orders. Each word has a reason, a phrase that continues a sentence that begins with the word.
 *
 * For a program with a closed list, these are all words that the list does not hold. For another program of the tables,
 * these are the words known to be dangerous, and every option. A program without a table has none, but that does not
 * make it harmless.
 *
 * The first `named` words come from a rule and are no dangers; they only tell how the words after them are read. A word
 * that stands there once and again after them is reported once. A `loose` word counts as each word that it may be.
 * `outside` holds the indexes of words that lead out of the workspace, where a program that writes its operands does
 * harm.
 */
export const dangersIn = (
  argv: ReadonlyArray<string>,
  named = 1,
  loose: ReadonlyArray<LooseWord> = [],
  outside: ReadonlyArray<number> = []
): ReadonlyArray<DangerousWord> => {
  if (onlyDescribes(argv) && loose.length === 0) return []
  const executed = commandName(argv[0] ?? "") === "find" && loose.length === 0 ? executedBy(argv) : []
  const [first] = executed
  if (first !== undefined && first.at >= named) {
    // What these commands do is judged where they stand alone.
    const isOwn = (at: number) => !executed.some((one) => at >= one.at && at <= one.to)
    const rest = [...argv.keys()].filter(isOwn)
    return dangersIn(
      rest.map((at) => argv[at] ?? ""),
      named,
      [],
      outside.flatMap((at) => (isOwn(at) ? [rest.indexOf(at)] : []))
    )
  }
  const all = knownPrograms(argv[0] ?? "")
  const isHarmless = isHarmlessWith(argv[0] ?? "", "any words")
  const isListed = all.some(({ closed }) => closed !== undefined)
  const found = all.flatMap((known) =>
    looseInstances(known, argv, loose).flatMap((words) =>
      known.closed === undefined
        ? [
            ...findDangers(known, words.slice(1)),
            ...(isListed || known.harmlessWith !== undefined ? [] : unlistedOptions(words))
          ].filter(
            // A program that does harm without words is reported by its name.
            ({ word }) => word === words[0] || !isNamed(word, words, named)
          )
        : unlistedWords(known.closed, words, Math.max(1, named), dangersIn, known.synonyms, outside)
    )
  )
  const outsideBehind = outside.filter((at) => at >= named)
  if (outsideBehind.length > 0) found.push(...writtenOutside(all, argv, outsideBehind))
  if (!isListed && !isHarmless) {
    const words = argv.slice(1)
    const lasting = startsNothing.has(argv[0] ?? "") ? [] : [...lastingOrders(words), ...startedProgram(words)]
    const reaching = [...startingWords(words), ...lasting].filter(({ word }) => !isNamed(word, argv, named))
    found.push(...reaching, ...orderedOutside(argv, outsideBehind))
  }
  if (loose.length === 0 || isHarmless) return found
  if (all.length > 0 && all.every(takesAnyOperand)) return found
  return [...found, ...loose.flatMap((word) => (isInFolder(word) ? [] : [unclear(argv[word.at] ?? "")]))]
}

/**
 * Returns the options of a program of which only the dangers are known. An option that nobody has listed may be a
 * danger too.
 */
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

/** Whether a folder is written out before the unknown part of a loose file, whose name then cannot be an order. */
const isInFolder = ({ of, pattern = "" }: LooseWord) => of !== "file" || /^(?:\\.|[^\\*])*\//su.test(pattern)

const unclear = (word: string): DangerousWord => ({ word, reason: "stands for words that may do harm" })

const isNamed = (word: string, argv: ReadonlyArray<string>, named: number) =>
  argv.lastIndexOf(word) < named && argv.includes(word)

/**
 * Returns how many words at an index, between a program and its subcommand or between that and the next one, are options
 * that do no harm, with their values: for `git -C src --no-pager log` and 1, these are 3. Returns 0 for a program without a
 * closed list.
 */
export const harmlessOptionsBefore = (argv: ReadonlyArray<string>, at: number): number => {
  const [known, ...more] = knownPrograms(argv[0] ?? "")
  return known?.closed === undefined || more.length > 0 ? 0 : countOptions(known.closed, argv, at)
}

/**
 * Returns the facts about a program, given by its name or path: whether the program, whatever its words, can start
 * other programs, write files, reach the network, or takes orders from the folder in which it runs. Returns `undefined`
 * when nothing is known.
 */
export const programFacts = (program: string): ProgramFacts | undefined => {
  const facts = Object.assign({}, ...knownPrograms(program).map((known) => known.facts)) as ProgramFacts
  return Object.keys(facts).length === 0 ? undefined : facts
}

/** Whether a program, given by its name or path, changes the files that its operands name. */
export const writesOperands = (program: string): boolean =>
  knownPrograms(program).some(({ writesTo }) => writesTo !== undefined)

/** Whether anything is known of a program, given by its name or path. */
export const isKnownProgram = (program: string): boolean =>
  judgedBuiltins.has(program) || knownPrograms(program).length > 0

/**
 * Returns the options of a program that have several spellings. For `rm`, `["-r", "-R", "--recursive"]` is one of them.
 */
export const optionSynonyms = (program: string): ReadonlyArray<ReadonlyArray<string>> =>
  knownPrograms(program).flatMap(({ synonyms = [] }) => synonyms)

/**
 * Returns the name by which a program knows a subcommand: npm knows `i`, `isntall` and `insta` as `install`. Returns
 * the word itself if it is not another name for a subcommand.
 */
export const subcommandNamed = (program: string, word: string): string => {
  for (const { aliases = [], shortens } of knownPrograms(program)) {
    const named = aliases.find((names) => names.includes(word))
    if (named !== undefined) return named[0] ?? word
    const short =
      shortens === true && word !== "" ? aliases.filter((names) => names.some((name) => name.startsWith(word))) : []
    if (short.length === 1) return short[0]?.[0] ?? word
  }
  return plainPath(word)
}
