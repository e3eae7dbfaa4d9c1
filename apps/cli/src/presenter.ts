import * as CliOutput from "effect/cli/CliOutput"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describeWrongCommandLine, noCommand } from "./describeWrongCommandLine.ts"
import { Screen } from "./Screen.ts"

/** Prints help as a result, and each command line mistake as a line followed by the usage. */
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
              : screen.notice(`toolgate: ${noCommand}\n\n${formatter.formatHelpDoc(event.helpDoc)}\n`)
          case "InvalidInvocation":
            return screen.notice(
              [
                ...event.errors.map((error) => `toolgate: ${describeWrongCommandLine(error)}\n`),
                `Usage: ${event.helpDoc.usage}\nFor more: "${event.commandPath.join(" ")} --help".\n`
              ].join("")
            )
        }
      }
    }
  })
)
