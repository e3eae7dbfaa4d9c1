import type { DangerousWord, Program, ProgramFacts } from "@toolgate/program-facts"
import { findKnownPrograms, getCommandName, normalizePath } from "@toolgate/program-facts"
import { judgedBuiltins, startsNothing } from "./builtins.ts"
import { findExecCommands } from "./findExecCommands.ts"
import { onlyDescribes } from "./onlyDescribes.ts"
import { findDangers } from "./programs/findDangers.ts"
import {
  findLastingOrders,
  findOrdersOutside,
  findStartedProgram,
  findStartingWords
} from "./programs/findStartingWords.ts"
import { countOptions, findUnlistedWords } from "./programs/findUnlistedWords.ts"
import { isHarmlessWith } from "./programs/isHarmlessWith.ts"
import { listLooseInstances, takesAnyOperand } from "./programs/listLooseInstances.ts"
import type { LooseWord } from "./ShellPart.ts"

/**
 * Finds the words of an argv that may make a harmless program start other programs, write files, reach the network or
 * obey orders. The reason of each word continues a sentence that begins with the word.
 *
 * For a program with a closed list, these are all words that are not on the list. For another known program, these are
 * the words known to be dangerous, and every option. For an unknown program, the result is empty, but the program may
 * still do harm.
 *
 * The first `named` words come from a rule and are never reported; they only affect how later words are read. If one
 * of them is repeated later, the repetition is reported. A `loose` word counts as every word that it may be. `outside`
 * lists the indexes of words that lead out of the workspace, where a program that writes its operands does harm.
 */
export const findDangerousWords = (
  argv: ReadonlyArray<string>,
  named = 1,
  loose: ReadonlyArray<LooseWord> = [],
  outside: ReadonlyArray<number> = []
): ReadonlyArray<DangerousWord> => {
  if (onlyDescribes(argv) && loose.length === 0) return []
  const executed = getCommandName(argv[0] ?? "") === "find" && loose.length === 0 ? findExecCommands(argv) : []
  const [first] = executed
  if (first !== undefined && first.at >= named) {
    // These commands are judged when they appear alone.
    const isOwn = (at: number) => !executed.some((one) => at >= one.at && at <= one.to)
    const rest = [...argv.keys()].filter(isOwn)
    return findDangerousWords(
      rest.map((at) => argv[at] ?? ""),
      named,
      [],
      outside.flatMap((at) => (isOwn(at) ? [rest.indexOf(at)] : []))
    )
  }
  const all = findKnownPrograms(argv[0] ?? "")
  const isHarmless = isHarmlessWith(argv[0] ?? "", "any words")
  const isListed = all.some(({ closed }) => closed !== undefined)
  const found = all.flatMap((known) =>
    listLooseInstances(known, argv, loose).flatMap((words) =>
      known.closed === undefined
        ? [
            ...findDangers(known, words.slice(1)),
            ...(isListed || known.harmlessWith !== undefined ? [] : unlistedOptions(words))
          ].filter(
            // A program that does harm without arguments is reported by its name.
            ({ word }) => word === words[0] || !isNamed(word, words, named)
          )
        : findUnlistedWords(known.closed, words, Math.max(1, named), findDangerousWords, known.synonyms, outside)
    )
  )
  const outsideBehind = outside.filter((at) => at >= named)
  if (outsideBehind.length > 0) found.push(...writtenOutside(all, argv, outsideBehind))
  if (!isListed && !isHarmless) {
    const words = argv.slice(1)
    const lasting = startsNothing.has(argv[0] ?? "") ? [] : [...findLastingOrders(words), ...findStartedProgram(words)]
    const reaching = [...findStartingWords(words), ...lasting].filter(({ word }) => !isNamed(word, argv, named))
    found.push(...reaching, ...findOrdersOutside(argv, outsideBehind))
  }
  if (loose.length === 0 || isHarmless) return found
  if (all.length > 0 && all.every(takesAnyOperand)) return found
  return [...found, ...loose.flatMap((word) => (isInFolder(word) ? [] : [unclear(argv[word.at] ?? "")]))]
}

/** Returns the options of a program without a closed list. An unlisted option may be dangerous too. */
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

/** Whether a folder is written out before the unknown part of a loose file, whose name then cannot be a subcommand. */
const isInFolder = ({ of, pattern = "" }: LooseWord) => of !== "file" || /^(?:\\.|[^\\*])*\//su.test(pattern)

const unclear = (word: string): DangerousWord => ({ word, reason: "stands for words that may do harm" })

const isNamed = (word: string, argv: ReadonlyArray<string>, named: number) =>
  argv.lastIndexOf(word) < named && argv.includes(word)

/**
 * Counts the words from an index on that are harmless options and their values, between a program and its subcommand
 * or the next one. For `git -C src --no-pager log` and 1, the result is 3. Returns 0 for a program without a closed
 * list.
 */
export const countHarmlessOptions = (argv: ReadonlyArray<string>, at: number): number => {
  const [known, ...more] = findKnownPrograms(argv[0] ?? "")
  return known?.closed === undefined || more.length > 0 ? 0 : countOptions(known.closed, argv, at)
}

/**
 * Returns the facts about a program, given by name or path: whether it can, with some words, start other programs,
 * write files, reach the network, or obey orders from its working folder. `undefined`: the program is unknown.
 */
export const getProgramFacts = (program: string): ProgramFacts | undefined => {
  const facts = Object.assign({}, ...findKnownPrograms(program).map((known) => known.facts)) as ProgramFacts
  return Object.keys(facts).length === 0 ? undefined : facts
}

/** Whether a program, given by its name or path, changes the files that its operands name. */
export const writesOperands = (program: string): boolean =>
  findKnownPrograms(program).some(({ writesTo }) => writesTo !== undefined)

/** Whether a program, given by name or path, is known. */
export const isKnownProgram = (program: string): boolean =>
  judgedBuiltins.has(program) || findKnownPrograms(program).length > 0

/**
 * Returns the options of a program that have several spellings. For `rm`, `["-r", "-R", "--recursive"]` is one of them.
 */
export const getOptionSynonyms = (program: string): ReadonlyArray<ReadonlyArray<string>> =>
  findKnownPrograms(program).flatMap(({ synonyms = [] }) => synonyms)

/**
 * Returns the main name of a subcommand: for npm's `i`, `isntall` and `insta`, that is `install`. Any other word is
 * returned unchanged.
 */
export const normalizeSubcommand = (program: string, word: string): string => {
  for (const { aliases = [], shortens } of findKnownPrograms(program)) {
    const named = aliases.find((names) => names.includes(word))
    if (named !== undefined) return named[0] ?? word
    const short =
      shortens === true && word !== "" ? aliases.filter((names) => names.some((name) => name.startsWith(word))) : []
    if (short.length === 1) return short[0]?.[0] ?? word
  }
  return normalizePath(word)
}
