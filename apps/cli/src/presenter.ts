import type { NonShowHelpErrors } from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Screen } from "./Screen.ts"

/** Help that was asked for is a result; what is wrong with a command line is said in a line each, with how it is used. */
export const layer = Layer.effect(
  CliOutput.Presenter,
  Effect.map(Screen, (screen) => {
    const formatter = CliOutput.defaultFormatter({ colors: false })
    return {
      present: (event) => {
        switch (event._tag) {
          case "Version":
            return screen.result(`${event.name} ${event.version}\n`)
          case "Help":
            return event.reason === "Requested"
              ? screen.result(`${formatter.formatHelpDoc(event.helpDoc)}\n`)
              : screen.notice(`toolgate: Name a command.\n\n${formatter.formatHelpDoc(event.helpDoc)}\n`)
          case "InvalidInvocation":
            return screen.notice(
              [
                ...event.errors.map((error) => `toolgate: ${wrongUse(error)}\n`),
                `Usage: ${event.helpDoc.usage}\nFor more: "${event.commandPath.join(" ")} --help".\n`
              ].join("")
            )
        }
      }
    }
  })
)

/** What is wrong with a command line, in a sentence. */
const wrongUse = (error: NonShowHelpErrors): string => {
  switch (error._tag) {
    case "UnrecognizedOption":
      return `There is no flag "${error.option}" here${meant(error.suggestions)}. What begins with "-" and is no flag goes after "--".`
    case "MissingArgument":
      return `${error.argument} is missing.`
    case "MissingOption":
      return `The flag "--${error.option}" is missing.`
    case "UnexpectedArgument":
      return "There is more on the command line than this command takes; single quotes keep JSON together."
    case "UnknownSubcommand":
      return `There is no command "${error.subcommand}"${meant(error.suggestions)}.`
    case "InvalidValue":
      return invalidValue(error)
    default:
      return error.message
  }
}

const invalidValue = ({ option, value, expected }: Extract<NonShowHelpErrors, { _tag: "InvalidValue" }>): string => {
  const wanted = expected
    .replace(/^Expected /, "")
    .replaceAll('"', "")
    .replaceAll(" | ", ", ")
  if (wanted === "at most 1 value") return `The flag "--${option}" stands there more than once; give it once.`
  return value === ""
    ? `The flag "--${option}" needs a value: ${wanted}.`
    : `"${value}" is not a value of "--${option}"; it takes ${wanted}.`
}

const meant = (suggestions: ReadonlyArray<string>) =>
  suggestions.length === 0 ? "" : `; perhaps you meant ${suggestions.map((name) => `"${name}"`).join(" or ")}`
