import { findDangers } from "./programs/findDangers.ts"
import { knownPrograms } from "./programs/known.ts"
import type { DangerousWord, ProgramFacts } from "./programs/Program.ts"

/**
 * The words of an argv that make an otherwise harmless program start others, write files, reach the network or read
 * orders, each with its reason, a phrase that goes on after the word.
 *
 * Shortened long options, joined values and bundled letters count. In doubt a word is reported: `-o` may be the value of
 * another option. A program that nothing is known of has no dangers here, which does not make it harmless.
 */
export const dangersIn = (argv: ReadonlyArray<string>): ReadonlyArray<DangerousWord> => {
  const [program = "", ...words] = argv
  return knownPrograms(program).flatMap((known) => findDangers(known, words))
}

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
