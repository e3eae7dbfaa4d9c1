import type { NonShowHelpErrors } from "effect/cli/CliError"
import { tooMany } from "./argumentWords.ts"

/** The message about a command line that names no command. */
export const noCommand = "Name a command."

/** Returns the mistake in a command line, as a sentence. */
export const wrongCommandLine = (error: NonShowHelpErrors): string => {
  switch (error._tag) {
    case "UnrecognizedOption":
      return `There is no flag "${error.option}" here${meant(error.suggestions)}. Put an argument that begins with "-" after "--".`
    case "MissingArgument":
      return `${error.argument} is missing.`
    case "MissingOption":
      return `The flag "--${error.option}" is missing.`
    case "UnexpectedArgument":
      return "There are too many arguments. Write JSON in single quotes, and folders and files as the values of flags."
    case "UnknownSubcommand":
      return `There is no command "${error.subcommand}"${meant(error.suggestions)}.${instead(error)}`
    case "InvalidValue":
      return invalidValue(error)
    default:
      return error.message
  }
}

/** Returns what to write instead, where the words were a command in earlier versions. */
const instead = ({ parent, subcommand }: Extract<NonShowHelpErrors, { _tag: "UnknownSubcommand" }>): string =>
  parent?.at(-1) === "tools" ? ` To show a tool, run "toolgate tools show ${subcommand}".` : ""

const invalidValue = ({ option, value, expected }: Extract<NonShowHelpErrors, { _tag: "InvalidValue" }>): string => {
  if (expected === tooMany) return tooMany
  const wanted = expected
    .replace(/^Expected /, "")
    .replaceAll('"', "")
    .replaceAll(" | ", ", ")
  if (wanted === "at most 1 value") return `The flag "--${option}" is given more than once; give it once.`
  return value === ""
    ? `The flag "--${option}" needs a value: ${wanted}.`
    : `"${value}" is not a value of "--${option}"; it takes ${wanted}.`
}

const meant = (suggestions: ReadonlyArray<string>) =>
  suggestions.length === 0 ? "" : `; perhaps you meant ${suggestions.map((name) => `"${name}"`).join(" or ")}`
