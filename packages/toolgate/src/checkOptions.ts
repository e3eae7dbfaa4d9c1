import { describeUnknownName } from "@toolgate/core"
import * as Layer from "effect/Layer"

/** The known options of an object: a check of the value, the options inside it, or `true` if other code checks it. */
export type OptionNames<Options> = { readonly [Name in keyof NonNullable<Options>]-?: true | object | OptionCheck }

/** Checks the value of an option. Returns the end of an error sentence if the value is invalid. `path` is the option's full name. */
export interface OptionCheck {
  (given: unknown, path: string): string | undefined
  /** Describes a valid value on the reference page. */
  readonly type?: string
  /** The options inside the value, if it is an object. */
  readonly names?: object
  readonly isRequired?: true
}

/** Makes a check from a predicate. `type` completes the sentence "It must be". */
export const is = (type: string, holds: (given: unknown) => boolean): OptionCheck =>
  Object.assign((given: unknown, path: string) => (holds(given) ? undefined : `option "${path}" must be ${type}.`), {
    type
  })

/** Marks an option as required. */
export const required = (check: OptionCheck): OptionCheck =>
  Object.assign((given: unknown, path: string) => check(given, path), { ...check, isRequired: true as const })

/** Checks an object of options, or another value that `orHolds` accepts. */
export const record = (
  type: string,
  names: object,
  orHolds: (given: unknown) => boolean = () => false
): OptionCheck => {
  const check = is(type, (given) => isRecord(given) || orHolds(given))
  const checkAll = (given: unknown, path: string) =>
    check(given, path) ?? (isRecord(given) ? findInvalidOption(given, names, `${path}.`) : undefined)
  return Object.assign(checkAll, { type, names })
}

/** Checks an object with keys that the app chooses, and values of one kind. */
export const recordOf = (type: string, each: OptionCheck): OptionCheck => {
  const check = is(type, isRecord)
  const checkAll = (given: unknown, path: string) =>
    check(given, path) ?? firstOf(Object.entries(given as object), ([name, value]) => each(value, `${path}.${name}`))
  return Object.assign(checkAll, { type, ...(each.names === undefined ? {} : { names: { NAME: each.names } }) })
}

const isRecord = (given: unknown): boolean => typeof given === "object" && given !== null && !Array.isArray(given)

/**
 * Throws a `TypeError` for an unknown option and suggests the nearest name. Ignoring a misspelt option that was meant to narrow the gate
 * would be dangerous. `refused` begins the sentence, as in "Cannot open the gate".
 */
export const checkOptions = (refused: string, options: unknown, names: object): void => {
  const unknown = findInvalidOption(options, names)
  if (unknown !== undefined) throw new TypeError(`${refused}: ${unknown}`)
}

/** Describes the first option that is unknown, missing or invalid, as the end of a sentence. */
export const findInvalidOption = (options: unknown, names: object, prefix = ""): string | undefined => {
  if (typeof options !== "object" || options === null || Layer.isLayer(options)) return undefined
  if (Array.isArray(options)) return firstOf(options, (one) => findInvalidOption(one, names, prefix))
  const needed = Object.entries(names).flatMap(([name, beneath]) => (beneath.isRequired ? [name] : []))
  return firstOf([...Object.keys(options), ...needed], (name) =>
    checkOption(name, (options as Record<string, unknown>)[name], names, prefix)
  )
}

/** Describes an option that is unknown or invalid, as the end of a sentence. */
export const checkOption = (name: string, value: unknown, names: object, prefix = ""): string | undefined => {
  const beneath = Object.hasOwn(names, name) ? (names as Record<string, true | OptionCheck>)[name] : undefined
  if (beneath === undefined) {
    const unknown = describeUnknownName("option", name, Object.keys(names), { prefix })
    return unknown.endsWith("?") ? unknown : `${unknown}.`
  }
  if (beneath === true || (value === undefined && !beneath.isRequired)) return undefined
  return typeof beneath === "function"
    ? beneath(value, prefix + name)
    : findInvalidOption(value, beneath, `${prefix}${name}.`)
}

const firstOf = <A>(all: ReadonlyArray<A>, find: (one: A) => string | undefined): string | undefined => {
  for (const one of all) {
    const found = find(one)
    if (found !== undefined) return found
  }
  return undefined
}
