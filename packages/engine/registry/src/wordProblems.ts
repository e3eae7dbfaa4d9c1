import { type Json, type JsonObject, placeholdersOf, quoted } from "@toolgate/core"
import { literal } from "./literal.ts"

/**
 * Returns the problems of the words of a command that the arguments of a call fill. `parameters` is the portable schema that has to
 * declare every placeholder: a name that is misspelt would leave out its word. In a full schema a property has no single place.
 */
export const wordProblems = (argv: unknown, parameters: JsonObject | undefined): ReadonlyArray<string> => {
  if (!Array.isArray(argv) || !argv.every(isWord) || argv.length === 0 || argv[0] === "")
    return ['the "argv" of a command must be a list of texts that begins with a program']
  const [program = "", ...words] = argv as ReadonlyArray<string>
  const problems: Array<string> = []
  if (placeholdersOf(program).length > 0)
    problems.push(`the program ${quoted(program)} must be a constant: an argument may not choose what runs`)
  const declared = parameters === undefined ? undefined : membersOf(parameters.properties)
  for (const name of new Set(words.flatMap(placeholdersOf)))
    if (declared?.has(name) === false)
      problems.push(`the placeholder ${quoted(`{${name}}`)} must be declared in the parameters`)
  for (const word of textsForShells(program, words))
    problems.push(
      `the word ${literal(word)} is read by a shell: write "$1" in it, and give the argument as a further word`
    )
  return problems
}

// No system passes a text with a NUL in it to a program.
const isWord = (word: unknown): boolean => typeof word === "string" && !word.includes("\0")

const membersOf = (properties: Json | undefined): ReadonlySet<string> =>
  new Set(typeof properties === "object" && properties !== null ? Object.keys(properties) : [])

/** Returns the words with placeholders that a shell would read as a program. */
const textsForShells = (program: string, words: ReadonlyArray<string>): ReadonlyArray<string> =>
  [program, ...words].some((word) => shells.test(word))
    ? words.filter((word, at) => placeholdersOf(word).length > 0 && /^-[A-Za-z]*c$/.test(words[at - 1] ?? ""))
    : []

const shells = /^(?:.*\/)?(?:sh|bash|dash|ash|zsh|ksh|mksh|fish|busybox)$/
