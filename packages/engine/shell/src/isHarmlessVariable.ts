import { readPattern } from "@toolgate/program-facts"
import table from "./variables.json" with { type: "json" }

const harmless = new Set(table.harmless.flatMap(({ names }) => names))

const { values, logLevels } = table.harmlessValues

/** The variables that are harmless with some values, each with a pattern for the whole value. */
const withValues: ReadonlyMap<string, RegExp> = new Map(
  values.flatMap(({ names, matches }) => names.split(" ").map((name) => [name, readPattern(matches)] as const))
)

/** The names by which programs call the level of what they log, whatever the program. */
const namesLevel = readPattern(logLevels.named)
const level = readPattern(logLevels.matches)

/**
 * Whether setting a variable changes only how a program's output looks, for what system the program builds, or what it
 * reports, and never what runs. `NAME=value` asks about a variable with that value.
 *
 * `EDITOR`, `HOME` and the like do more than that, and are not harmless.
 */
export const isHarmlessVariable = (variable: string): boolean => {
  const [name = "", ...value] = variable.split("=")
  return harmless.has(name) || valuesOf(name)?.test(value.join("=")) === true
}

/** Returns the values with which a variable is harmless; `undefined` if there are none. */
const valuesOf = (name: string): RegExp | undefined =>
  withValues.get(name) ?? (namesLevel.test(name) ? level : undefined)

/** Returns the name of a variable, with its value if the variable is harmless only with that value. */
export const assignedVariable = (name: string, value: string | undefined): string =>
  value !== undefined && valuesOf(name)?.test(value) === true ? `${name}=${value}` : name
