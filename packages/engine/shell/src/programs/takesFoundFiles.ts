import { findKnownPrograms, type Program } from "@toolgate/program-facts"
import { findUnlistedWords } from "./findUnlistedWords.ts"
import { isHarmlessWith, isProjectTool } from "./isHarmlessWith.ts"

/**
 * Whether a command may receive files that `find` finds beneath a folder, in place of the words at some indexes. Its
 * program must be as harmless with many files as with one: a reader, a tool that checks or builds a project, or a
 * program that does not write files, start programs or reach the network.
 */
export const takesFoundFiles = (words: ReadonlyArray<string>, files: ReadonlyArray<number>): boolean => {
  const [name = ""] = words
  if (isHarmlessWith(name, "found files")) return true
  const [program, ...more] = name.includes("/") ? [] : findKnownPrograms(name)
  if (program?.closed === undefined || more.length > 0 || !(isProjectTool(name) || isBounded(program))) return false
  const places = new Set(files)
  const argv = [...words.keys(), words.length].flatMap((at) => (places.has(at) ? [found, found] : (words[at] ?? [])))
  return findUnlistedWords(program.closed, argv, Math.min(...files), () => [], program.synonyms).length === 0
}

/** A name that `find` prints, with a character that file names cannot contain, so that tables never list it. */
const found = "./\0"

const isBounded = ({ facts, launcher, writesTo, closed }: Program): boolean =>
  (facts?.startsPrograms ?? facts?.writesFiles ?? facts?.reachesNetwork ?? launcher ?? writesTo) === undefined &&
  (closed?.subcommands ?? closed?.rest ?? closed?.targets ?? closed?.objects ?? closed?.runsOperands) === undefined
