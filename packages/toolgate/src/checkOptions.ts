import { describeUnknownName } from "@toolgate/core"
import * as Layer from "effect/Layer"

/** The options of a set, by name: a check of the value, the options in the value, or `true` if the part that uses it checks it. */
export type OptionNames<Options> = { readonly [Name in keyof NonNullable<Options>]-?: true | object | OptionCheck }

/** A check of an option's value. Returns the end of a sentence if the value does not hold. `path` is the whole name of the option. */
export interface OptionCheck {
  (given: unknown, path: string): string | undefined
  /** A valid value in words, for the reference page. */
  readonly type?: string
  /** The options in the value, if it is an object of options. */
  readonly names?: object
  /** Whether the option may not be left out of its object. */
  readonly isRequired?: true
}

/** Makes the check of a value that holds or does not. `type` completes the sentence "It has to be". */
export const is = (type: string, holds: (given: unknown) => boolean): OptionCheck =>
  Object.assign((given: unknown, path: string) => (holds(given) ? undefined : `option "${path}" has to be ${type}.`), {
    type
  })

/** Makes the check of an option that its object needs. */
export const required = (check: OptionCheck): OptionCheck =>
  Object.assign((given: unknown, path: string) => check(given, path), { ...check, isRequired: true as const })

/** Makes the check of an object of options, or of another value for which `orHolds` is true. */
export const record = (
  type: string,
  names: object,
  orHolds: (given: unknown) => boolean = () => false
): OptionCheck => {
  const check = is(type, (given) => isRecord(given) || orHolds(given))
  const checkAll = (given: unknown, path: string) =>
    check(given, path) ?? (isRecord(given) ? unknownOption(given, names, `${path}.`) : undefined)
  return Object.assign(checkAll, { type, names })
}

/** Makes the check of an object in which each value has the same form, under names that the app chooses. */
export const recordOf = (type: string, each: OptionCheck): OptionCheck => {
  const check = is(type, isRecord)
  const checkAll = (given: unknown, path: string) =>
    check(given, path) ?? firstOf(Object.entries(given as object), ([name, value]) => each(value, `${path}.${name}`))
  return Object.assign(checkAll, { type, ...(each.names === undefined ? {} : { names: { NAME: each.names } }) })
}

const isRecord = (given: unknown): boolean => typeof given === "object" && given !== null && !Array.isArray(given)

/**
 * Throws a `TypeError` for an unknown option, with the nearest name. A misspelt option would be ignored otherwise, and if it was
 * meant to narrow something, nobody would notice. `refused` begins the sentence, as in "A gate cannot be opened".
 */
export const checkOptions = (refused: string, options: unknown, names: object): void => {
  const unknown = unknownOption(options, names)
  if (unknown !== undefined) throw new TypeError(`${refused}: ${unknown}`)
}

/** Returns the end of a sentence about the first option that is unknown, missing or has a value of the wrong kind. */
export const unknownOption = (options: unknown, names: object, prefix = ""): string | undefined => {
  if (typeof options !== "object" || options === null || Layer.isLayer(options)) return undefined
  if (Array.isArray(options)) return firstOf(options, (one) => unknownOption(one, names, prefix))
  const needed = Object.entries(names).flatMap(([name, beneath]) => (beneath.isRequired ? [name] : []))
  return firstOf([...Object.keys(options), ...needed], (name) =>
    faultOfOption(name, (options as Record<string, unknown>)[name], names, prefix)
  )
}

/** Returns the end of a sentence about one option that is unknown or has a value of the wrong kind. */
export const faultOfOption = (name: string, value: unknown, names: object, prefix = ""): string | undefined => {
  const beneath = Object.hasOwn(names, name) ? (names as Record<string, true | OptionCheck>)[name] : undefined
  if (beneath === undefined) {
    const unknown = describeUnknownName("option", name, Object.keys(names), { prefix })
    return unknown.endsWith("?") ? unknown : `${unknown}.`
  }
  if (beneath === true || (value === undefined && !beneath.isRequired)) return undefined
  return typeof beneath === "function"
    ? beneath(value, prefix + name)
    : unknownOption(value, beneath, `${prefix}${name}.`)
}

const firstOf = <A>(all: ReadonlyArray<A>, find: (one: A) => string | undefined): string | undefined => {
  for (const one of all) {
    const found = find(one)
    if (found !== undefined) return found
  }
  return undefined
}
