import * as Flag from "effect/cli/Flag"
import * as GlobalFlag from "effect/cli/GlobalFlag"

/** What `--log-level` takes: pino's own names, from everything to nothing. */
export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const

/** What `--log-format` takes. */
export const logFormats = ["text", "json"] as const

/** `--log-level`, for every command. */
export const LogLevel = GlobalFlag.Setting("log-level")({
  flag: Flag.Literals("log-level", logLevels).pipe(
    Flag.withMetavar("LEVEL"),
    Flag.withDescription("The least severe log lines to show, on standard error; default: warn"),
    Flag.withDefault("warn")
  )
})

/** `--log-format`, for every command. */
export const LogFormat = GlobalFlag.Setting("log-format")({
  flag: Flag.Literals("log-format", logFormats).pipe(
    Flag.withMetavar("FORMAT"),
    Flag.withDescription("Log lines as text for a person, or as json for a program; default: text"),
    Flag.withDefault("text")
  )
})

/** The flag `--json`. It never takes the word after it for its value: `--json 1` is the flag, and `1` an argument. */
export const jsonFlag = (description: string) =>
  Flag.Boolean("json").pipe(
    Flag.withOptionalValue("true"),
    Flag.withoutNegation,
    Flag.withDescription(description),
    Flag.withDefault(false)
  )

/** `--json` of a command that has one answer. */
export const json = jsonFlag("Print the answer as one line of JSON")
