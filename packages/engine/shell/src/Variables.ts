import table from "./variables.json" with { type: "json" }
import type { WordPart } from "./WordPart.ts"

/** The variables that a text has set, with their values. "forgotten" stands for a value that is no longer known. */
export type Variables = ReadonlyMap<string, ReadonlyArray<WordPart> | "forgotten">

export const noVariables: Variables = new Map()

/** Sets a variable. `undefined` stands for an unknown value. */
export const setVariable = (
  variables: Variables,
  name: string,
  value: ReadonlyArray<WordPart> | undefined
): Variables => new Map(variables).set(name, value ?? "forgotten")

/** Forgets some variables, or all if the names include `every`. */
export const removeVariables = (variables: Variables, names: ReadonlySet<string>): Variables => {
  if (names.size === 0) return variables
  const all = names.has(every) ? new Set([...variables.keys(), every]) : names
  return new Map([...variables, ...[...all].map((name) => [name, "forgotten"] as const)])
}

/** A name for all variables. No variable can have this name. */
export const every = "*"

/** Merges two possible sets of variables into what is known in both. */
export const mergeVariables = (one: Variables, other: Variables): Variables => {
  if (one === other) return one
  const all = new Map<string, ReadonlyArray<WordPart> | "forgotten">()
  for (const name of new Set([...one.keys(), ...other.keys()])) {
    const value = one.get(name)
    all.set(name, value !== undefined && isSame(value, other.get(name)) ? value : "forgotten")
  }
  return all
}

const isSame = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one) === JSON.stringify(other)

/** The variables of a shell's environment that do not contain secrets. */
const shown = new Set(table.shown.names)

/** Whether the value of a variable that the text has not set may be printed. */
export const isShown = (name: string) => shown.has(name)

/** The lower-case names that some shells use themselves. */
const taken = new Set(table.taken.names)

/**
 * Whether a variable belongs to the text alone: shells and programs ignore it unless it is exported. POSIX reserves
 * lower-case names for applications. Names with an underscore are excluded, because some are settings of programs
 * (`http_proxy`, `npm_config_prefix`).
 *
 * Source: POSIX.1-2024, Base Definitions, 8.1.
 */
export const isOwn = (name: string) => /^[a-z][a-z0-9]*$/.test(name) && !taken.has(name)
