import { knownPrograms, type Program } from "@toolgate/program-facts"
import { isHarmlessWith, isProjectTool } from "./isHarmlessWith.ts"
import { unlistedWords } from "./unlistedWords.ts"

/**
 * Whether a command may get files that `find` finds beneath a folder, in the place of the words at some indexes: the command of a
 * program that does no more harm with many files than with one, which a rule judges. That is a reader, a tool that checks or builds a
 * project, or a program that writes, starts and reaches nothing.
 */
export const takesFoundFiles = (words: ReadonlyArray<string>, files: ReadonlyArray<number>): boolean => {
  const [name = ""] = words
  if (isHarmlessWith(name, "found files")) return true
  const [program, ...more] = name.includes("/") ? [] : knownPrograms(name)
  if (program?.closed === undefined || more.length > 0 || !(isProjectTool(name) || isBounded(program))) return false
  const places = new Set(files)
  const argv = [...words.keys(), words.length].flatMap((at) => (places.has(at) ? [found, found] : (words[at] ?? [])))
  return unlistedWords(program.closed, argv, Math.min(...files), () => [], program.synonyms).length === 0
}

/** A name that `find` prints, with a character that no name holds, so that no table knows it. */
const found = "./\0"

const isBounded = ({ facts, launcher, writesTo, closed }: Program): boolean =>
  (facts?.startsPrograms ?? facts?.writesFiles ?? facts?.reachesNetwork ?? launcher ?? writesTo) === undefined &&
  (closed?.subcommands ?? closed?.rest ?? closed?.targets ?? closed?.objects ?? closed?.runsOperands) === undefined
