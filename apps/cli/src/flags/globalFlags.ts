import * as Flag from "effect/cli/Flag"
import * as GlobalFlag from "effect/cli/GlobalFlag"

/** The values of `--log-level`: pino's own names, from everything to nothing. */
export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const

/** The values of `--log-format`. */
export const logFormats = ["text", "json"] as const

/** The flag `--log-level` of every command. */
export const LogLevel = GlobalFlag.Setting("log-level")({
  flag: Flag.Literals("log-level", logLevels).pipe(
    Flag.withMetavar("LEVEL"),
    Flag.withDescription("The least severe log lines to show, on standard error; default: warn"),
    Flag.withDefault("warn")
  )
})

/** The flag `--log-format` of every command. */
export const LogFormat = GlobalFlag.Setting("log-format")({
  flag: Flag.Literals("log-format", logFormats).pipe(
    Flag.withMetavar("FORMAT"),
    Flag.withDescription("Log lines as text for a person, or as json for a program; default: text"),
    Flag.withDefault("text")
  )
})

/** Returns the flag `--json`. It never consumes the next word: in `--json 1`, the `1` is an argument. */
export const makeJsonFlag = (description: string) => makeFormFlag("json", description)

/** Returns a flag for an output format, with the same rule. */
export const makeFormFlag = (name: string, description: string) =>
  Flag.Boolean(name).pipe(
    Flag.withOptionalValue("true"),
    Flag.withoutNegation,
    Flag.withDescription(description),
    Flag.withDefault(false)
  )

/** The flag `--json` of a command with one answer. */
export const json = makeJsonFlag("Print the answer as one line of JSON")
