import { findKnownPrograms, getCommandName } from "@toolgate/program-facts"
import { findLaunch } from "./findLaunch.ts"
import { listCommands, listInnerStatements } from "./listCommands.ts"
import type { ShellState } from "./ShellState.ts"
import type { Command, Redirection, SyntaxWord, WordPiece } from "./Syntax.ts"
import { expandWord } from "./Word.ts"

/** Returns the text that a redirection gives to a command as its input, or `undefined` if it is unknown. */
export const readRedirectedText = (
  redirections: ReadonlyArray<Redirection>,
  source: string,
  at: ShellState
): string | undefined => {
  const last = redirections.findLast(({ operator }) => operator.startsWith("<<"))
  if (last === undefined) return undefined
  return last.body === undefined ? expandWord(last.target, source, at.variables, "value").text : written(last.body)
}

/** Whether redirections give a command an input. `undefined`: they do not change its input. */
export const feeds = (redirections: ReadonlyArray<Redirection>, source: string): boolean | undefined => {
  const last = redirections.findLast(({ operator }) => operator.startsWith("<"))
  return last && source.slice(last.target.start, last.target.end) !== "/dev/null"
}

const written = (pieces: ReadonlyArray<WordPiece>) =>
  pieces.map((piece) => (piece.kind === "text" ? piece.text : "$x")).join("")

/** Returns the text that a command prints. `fed` is the text on its input. */
export const readPrintedText = (
  command: Command,
  source: string,
  at: ShellState,
  fed: string | undefined
): string | undefined => {
  if (command.kind !== "simple") {
    const inner = listInnerStatements(command).flatMap((list) => listCommands(list))
    const texts = inner.flatMap((one) => readPrintedText(one, source, at, undefined) ?? [])
    return texts.length === 0 ? undefined : texts.join("\n")
  }
  const [program = "", ...words] = command.words.map((word) => expandWord(word, source, at.variables).text)
  const name = getCommandName(program)
  if (findKnownPrograms(name).some(({ printsInput }) => printsInput))
    return readRedirectedText(command.redirections, source, at) ?? fed
  if (name !== "echo" && name !== "printf") return undefined
  return words
    .filter((word) => !/^-[neE]+$/.test(word))
    .join(" ")
    .replaceAll("\\n", "\n")
}

/** Returns the texts of the files that commands print in place of words: `<(echo a)`. */
export const listFileTexts = (
  words: ReadonlyArray<SyntaxWord>,
  source: string,
  at: ShellState
): ReadonlyArray<string> =>
  words.flatMap(({ pieces: [piece] }) =>
    piece?.kind === "commands" && piece.isFile
      ? (readPrintedText({ kind: "subshell", body: piece.body, redirections: [] }, source, at, undefined) ?? [])
      : []
  )

/** The largest number of words that are checked for shells. */
const maxWords = 32

/** Whether a command, or a command that it may start, runs its input as shell code. */
export const readsOrders = (argv: ReadonlyArray<string>): boolean =>
  findKnownPrograms(argv[0] ?? "").some(({ feedsShell = [] }) =>
    feedsShell.some((option) => option === "always" || argv.some((word) => isGiven(option, word)))
  ) ||
  (/^(?:\.|source)$/.test(argv[0] ?? "") && argv[1]?.startsWith("<(") === true) ||
  argv.slice(0, maxWords).some((word, from) => {
    if (word === "/dev/stdin") return true
    // A dot is the builtin that reads a file, or a jq filter. Neither runs its input.
    if (word === ".") return false
    const launch = findLaunch(argv.slice(from))
    return launch?.shell !== undefined && launch.commands.length === 0 && (launch.texts ?? []).length === 0
  })

/** Whether a word is an option, alone or at the end of a bundle. */
const isGiven = (option: string, word: string): boolean =>
  word === option || (/^-\w$/.test(option) && /^-[a-zA-Z]+$/.test(word) && word.endsWith(option.slice(1)))
