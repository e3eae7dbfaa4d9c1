import type { DangerousWord } from "@toolgate/program-facts"
import { checkUnknownWord, findKnownPrograms, isCodeFile, isNear, isPublishingTarget } from "@toolgate/program-facts"
import { isHarmlessWith, isProjectTool } from "./isHarmlessWith.ts"
import table from "./unknownPrograms.json" with { type: "json" }

const oneOf = (names: ReadonlyArray<string>) => `(?:${names.join("|")})`

/** Options with the same name in hundreds of programs, whose value is a program or a script. */
const options = new RegExp(
  `^--?(?!no-)(?:[a-z0-9]+[-_]+)*${oneOf(table.starting)}(?:[-_]${oneOf(table.startingEnds)})?(?:=|$)`,
  "i"
)

/** The path of a shell or an interpreter, as a whole word or inside one. */
const shell = new RegExp(
  `(?:^|[\\s=:'"|;&(!,])(?:\\.\\./)*/?(?:usr/)?(?:local/)?bin/${oneOf(table.shells)}(?![\\w./-])`
)

/** The text of a command, alone or behind the name of a way to start it, as in the addresses of socat. */
const commandText = /^(?:(?:exec|system|sh-c|cmd|shell):\S|(?:sudo|eval|(?:ba|da|z|k)?sh +-\w*c|rm +-\S+) )/i

const statement = new RegExp(`^\\s*${oneOf(table.statements)}`, "i")

/**
 * The option letters for code in hundreds of interpreters and editors, and a pattern that distinguishes code from
 * other values.
 */
const codeOption = /^-[ceEnprRx]+$/
const joinedCode = /^-[ce]/
const looksLikeCode = /[();{}$"`]|^!/

/** Finds the words that make an unlisted program start another program, or load code or data from elsewhere. */
export const findStartingWords = (words: ReadonlyArray<string>): ReadonlyArray<DangerousWord> =>
  words.flatMap((word, at) =>
    options.test(word) || (looksLikeCode.test(word) && (joinedCode.test(word) || codeOption.test(words[at - 1] ?? "")))
      ? [{ word, reason: "starts a program or runs a script in many programs" }]
      : shell.test(word)
        ? [{ word, reason: "names a shell or an interpreter, which may be started" }]
        : commandText.test(word)
          ? [{ word, reason: "is a command, which may be started" }]
          : statement.test(word)
            ? [{ word, reason: "changes a database" }]
            : [
                ...strange(word),
                ...otherHost(word, words[at - 1] ?? ""),
                ...temporaryOrders(word, words[at - 1] ?? ""),
                ...givenCode(word, words[at - 1] ?? "")
              ]
  )

const strange = (word: string): ReadonlyArray<DangerousWord> => {
  const reason = checkUnknownWord(word)
  return reason === undefined ? [] : [{ word, reason }]
}

/** Options of hundreds of programs that choose a different server. */
const hostOption = new RegExp(`^(?:-h|--?(?:[a-z0-9]+-)*${oneOf(table.hosts)})(?:=|$)`, "i")

/** Returns the value of an option that names another server. */
const otherHost = (word: string, before: string): ReadonlyArray<DangerousWord> => {
  const joined = hostOption.test(word) && word.includes("=")
  if (!joined && !(hostOption.test(before) && !before.includes("="))) return []
  const host = joined ? word.slice(word.indexOf("=") + 1) : word
  return hostName.test(host) && !isCodeFile(host) && !isNear(host) ? [{ word, reason: "names another server" }] : []
}

const hostName = /^(?:[\w-]+\.)+(?:[a-z]{2,}|\d{1,3})(?::\d+)?(?:\/\S*)?$/i

/** Options whose value is a file of orders or a program to start, in nearly every program. */
const orderOption = new RegExp(
  `^(?:-c|--?(?:[a-z0-9]+[-_]+)*${oneOf(table.orders)}(?:[-_]?(?:file|dir|path))?)(?:=|$)`,
  "i"
)

/** Returns the value of an option that reads instructions from a folder for temporary files, into which anyone may write. */
const temporaryOrders = (word: string, before: string): ReadonlyArray<DangerousWord> => {
  const [option, value] = word.startsWith("-") ? [word, word.slice(word.indexOf("=") + 1)] : [before, word]
  return orderOption.test(option) && /^\/(?:(?:var\/)?tmp|dev\/shm)\//.test(value)
    ? [{ word, reason: "reads instructions from a folder for temporary files" }]
    : []
}

/** Returns a value of an option that is written as a file of code: `--plugins=./hook.js`, `-e ./hook.rb`, `-o./run.sh`. */
const givenCode = (word: string, before: string): ReadonlyArray<DangerousWord> => {
  const value = word.startsWith("-") ? /(?:^-\w|=)(\.\/.*)$/.exec(word)?.[1] : before.startsWith("-") ? word : undefined
  return value?.startsWith("./") === true && isCodeFile(value)
    ? [{ word, reason: "is a file of code, which the option may start or load" }]
    : []
}

/**
 * Finds operands and options of an unlisted program whose names suggest lasting effects: to publish, install, discard
 * or show a secret, such as `push` and `db drop`. Only the first two operands count, or the first four for subcommands
 * that delete.
 */
export const findLastingOrders = (words: ReadonlyArray<string>): ReadonlyArray<DangerousWord> => {
  const orders = words.filter((word) => !word.startsWith("-")).slice(0, 4)
  const early = orders.slice(0, 2).filter((word) => /^[a-z][\w:-]*$/i.test(word))
  const acting = [
    ...early.filter((word) => isPublishingTarget(word) || lastingVerb.test(word)),
    ...orders.slice(2).filter((word) => deletingVerbs.has(word)),
    ...words.filter((word) => lastingOption.test(word))
  ]
  return [
    ...acting.map((word) => ({ word, reason: "publishes, installs or deletes something in many programs" })),
    ...early
      .filter((word) => secretThing.test(word))
      .map((word) => ({ word, reason: "shows or changes credentials in many programs" }))
  ]
}

const secretThing = new RegExp(`^(?:[a-z]+[-:])*${oneOf(table.secretThings)}$`)

const lastingVerb = new RegExp(`^${oneOf(table.lastingVerbs)}$`)

const deletingVerbs: ReadonlySet<string> = new Set(table.deletingVerbs)

const lastingOption = new RegExp(`^--(?:${oneOf(table.lastingOptions)}(?:[-=]|$)|${oneOf(table.lastingSwitches)}$)`)

/** Finds a known program after `--`, where hundreds of programs take a command: `x run -- rm a`. */
export const findStartedProgram = (words: ReadonlyArray<string>): ReadonlyArray<DangerousWord> => {
  const end = words.indexOf("--")
  const program = end === -1 ? undefined : words[end + 1]
  if (program === undefined || isProjectTool(program) || isHarmlessWith(program, "any words")) return []
  return findKnownPrograms(program).length === 0
    ? []
    : [{ word: program, reason: "is a program that the pattern does not name" }]
}

/** Options whose value is a file to write, a file of orders or a program to start, in nearly every program. */
const places = new RegExp(
  `^--?(?:[a-z0-9]+[-_]+)*${oneOf(table.places)}(?:[-_]?(?:file|dir|path|folder|directory))?(?:=|$)`,
  "i"
)

/** The options whose value is a text for people, or is compared with other texts. */
export const proseOption = new RegExp(`^(?:-m|--?(?:[a-z]+-)*${oneOf(table.prose)})$`)

/** The names and signs by which code starts commands, in any language. */
export const startingCode = new RegExp(table.code.join("|"), "i")

/** Finds the words that lead out of the workspace and name where a program writes, or which orders it obeys. */
export const findOrdersOutside = (
  argv: ReadonlyArray<string>,
  outside: ReadonlyArray<number>
): ReadonlyArray<DangerousWord> =>
  outside
    .map((at) => ({
      word: argv[at] ?? "",
      option: argv[at]?.startsWith("-") === true ? argv[at] : (argv[at - 1] ?? "")
    }))
    .filter(({ word, option }) => places.test(option) || isCodeFile(word))
    .map(({ word }) => ({ word, reason: "leads out of the workspace, where it would write or read instructions" }))
