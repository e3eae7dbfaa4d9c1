import table from "./variables.json" with { type: "json" }
import type { WordPart } from "./WordPart.ts"

/** The variables that a text has set, with their values. "forgotten" stands for a value that is not known any more. */
export type Variables = ReadonlyMap<string, ReadonlyArray<WordPart> | "forgotten">

export const noVariables: Variables = new Map()

/** Returns the variables with one more set. An `undefined` value stands for a value that is not known. */
export const withVariable = (
  variables: Variables,
  name: string,
  value: ReadonlyArray<WordPart> | undefined
): Variables => new Map(variables).set(name, value ?? "forgotten")

/** Returns the variables with some of them forgotten, or with all forgotten if the names include `every`. */
export const withoutVariables = (variables: Variables, names: ReadonlySet<string>): Variables => {
  if (names.size === 0) return variables
  const all = names.has(every) ? new Set([...variables.keys(), every]) : names
  return new Map([...variables, ...[...all].map((name) => [name, "forgotten"] as const)])
}

/** A name for all variables. No variable can have this name. */
export const every = "*"

/** Returns what is known when either of two sets of variables holds. */
export const eitherVariables = (one: Variables, other: Variables): Variables => {
  if (one === other) return one
  const all = new Map<string, ReadonlyArray<WordPart> | "forgotten">()
  for (const name of new Set([...one.keys(), ...other.keys()])) {
    const value = one.get(name)
    all.set(name, value !== undefined && isSame(value, other.get(name)) ? value : "forgotten")
  }
  return all
}

const isSame = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one) === JSON.stringify(other)

/** The variables of a shell's environment that hold no secrets. */
const shown = new Set(table.shown.names)

/** Whether the value of a variable that the text has not set may be printed. */
export const isShown = (name: string) => shown.has(name)

/** The names in lower case that some shell uses for itself. */
const taken = new Set(table.taken.names)

/**
 * Whether a variable belongs to the text alone: no shell and no program looks at it unless it is exported. Names in
 * lower case are left to applications, but names with an underscore are options of some of them (`http_proxy`,
 * `npm_config_prefix`), and do not count.
 *
 * Source: POSIX.1-2024, Base Definitions, 8.1.
 */
export const isOwn = (name: string) => /^[a-z][a-z0-9]*$/.test(name) && !taken.has(name)
