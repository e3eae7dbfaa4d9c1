import type { NonShowHelpErrors } from "effect/cli/CliError"
import { tooMany } from "./call/argumentWords.ts"
import { formatShortText } from "./text/formatShortText.ts"
import { WrongUse } from "./WrongUse.ts"

/** The message about a command line that names no command. */
export const noCommand = "Name a command."

/** Returns the mistake in a command line, as a sentence. */
export const describeWrongCommandLine = (error: NonShowHelpErrors): string => {
  switch (error._tag) {
    case "UnrecognizedOption":
      return `Unknown flag "${error.option}"${meant(error.suggestions)}. Put arguments that begin with "-" after "--".`
    case "MissingArgument":
      return `${error.argument} is missing.`
    case "MissingOption":
      return `The flag "--${error.option}" is missing.`
    case "UnexpectedArgument":
      return "There are too many arguments. Write JSON in single quotes, and folders and files as the values of flags."
    case "UnknownSubcommand":
      return `Unknown command "${error.subcommand}"${meant(error.suggestions)}.${instead(error)}`
    case "InvalidValue":
      return invalidValue(error)
    default:
      return error.message
  }
}

/** Returns what to write instead, where the words were a command in earlier versions. */
const instead = ({ parent, subcommand }: Extract<NonShowHelpErrors, { _tag: "UnknownSubcommand" }>): string =>
  parent?.at(-1) === "tools" ? ` To show a tool, run "toolgate tools show ${subcommand}".` : ""

const invalidValue = (error: Extract<NonShowHelpErrors, { _tag: "InvalidValue" }>): string => {
  const { option, value, expected, kind } = error
  if (expected === tooMany) return tooMany
  const wanted = expected
    .replace(/^Expected /, "")
    .replaceAll('"', "")
    .replaceAll(" | ", ", ")
  if (wanted === "at most 1 value") return `The flag "--${option}" is given more than once; give it once.`
  return value === "" && kind === "flag"
    ? `The flag "--${option}" needs a value: ${wanted}.`
    : `"${value}" is not a value of ${kind === "flag" ? `"--${option}"` : option}; it takes ${wanted}.`
}

const meant = (suggestions: ReadonlyArray<string>) =>
  suggestions.length === 0 ? "" : `; perhaps you meant ${suggestions.map((name) => `"${name}"`).join(" or ")}`

/**
 * Returns the mistake if a word joins flags of one letter, such as `-1h`, which the parser would read as `-1 -h`. Otherwise `undefined`.
 * Flags of one letter must be separate, and a negative number is a value.
 */
export const findClusteredFlags = (words: ReadonlyArray<string>): WrongUse | undefined => {
  const end = words.indexOf("--")
  const at = (end === -1 ? words : words.slice(0, end)).findIndex(
    (word) => /^-[^-]./su.test(word) && !negative.test(word)
  )
  if (at === -1) return undefined
  const flag = /^--[^=]+$/.exec(words[at - 1] ?? "")?.[0]
  const value = flag === undefined ? "" : `Write a value that begins with "-" as in ${flag}=VALUE. `
  return new WrongUse({
    message: `Unknown flag ${formatShortText(words[at] ?? "")}. ${value}Put arguments that begin with "-" after "--".`
  })
}

const negative = /^-(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i
