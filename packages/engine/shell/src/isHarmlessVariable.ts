import { readPattern } from "@toolgate/program-facts"
import table from "./variables.json" with { type: "json" }

const harmless = new Set(table.harmless.flatMap(({ names }) => names))

const { values, logLevels } = table.harmlessValues

/** The variables that are harmless with some values, each with a pattern for the whole value. */
const withValues: ReadonlyMap<string, RegExp> = new Map(
  values.flatMap(({ names, matches }) => names.split(" ").map((name) => [name, readPattern(matches)] as const))
)

/** The usual names of variables for a program's log level. */
const namesLevel = readPattern(logLevels.named)
const level = readPattern(logLevels.matches)

/**
 * Whether setting a variable changes only how a program's output looks, for what system the program builds, or what it
 * reports, and never what runs. `NAME=value` asks about a variable with that value.
 *
 * `EDITOR`, `HOME` and similar variables do more, and are not harmless.
 */
export const isHarmlessVariable = (variable: string): boolean => {
  const [name = "", ...value] = variable.split("=")
  return harmless.has(name) || valuesOf(name)?.test(value.join("=")) === true
}

/** Returns the values with which a variable is harmless, or `undefined`. */
const valuesOf = (name: string): RegExp | undefined =>
  withValues.get(name) ?? (namesLevel.test(name) ? level : undefined)

/** Returns a variable's name, with its value if the variable is harmless only with that value. */
export const nameAssignedVariable = (name: string, value: string | undefined): string =>
  value !== undefined && valuesOf(name)?.test(value) === true ? `${name}=${value}` : name
