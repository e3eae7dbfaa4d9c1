import { unknownName } from "@toolgate/core"
import * as Layer from "effect/Layer"

/**
 * The names of options. For an option that is an object or a list of objects, the value holds the names in it. A function checks the
 * value of its option.
 */
export type OptionNames<Options> = { readonly [Name in keyof NonNullable<Options>]-?: true | object | OptionCheck }

/** A check of an option's value. Returns the end of a sentence if the value does not hold. `path` is the whole name of the option. */
export type OptionCheck = (given: unknown, path: string) => string | undefined

/**
 * Throws a `TypeError` for an unknown option, with the nearest name. A misspelt option would be ignored otherwise, and if it was
 * meant to narrow something, nobody would notice. `refused` begins the sentence, as in "A gate cannot be opened".
 */
export const checkOptions = (refused: string, options: unknown, names: object): void => {
  const unknown = unknownOption(options, names)
  if (unknown !== undefined) throw new TypeError(`${refused}: ${unknown}`)
}

/** Returns the end of a sentence about the first option that is unknown or has a value of the wrong kind. */
export const unknownOption = (options: unknown, names: object, prefix = ""): string | undefined => {
  if (typeof options !== "object" || options === null || Layer.isLayer(options)) return undefined
  if (Array.isArray(options)) return firstOf(options, (one) => unknownOption(one, names, prefix))
  return firstOf(Object.keys(options), (name) =>
    faultOfOption(name, (options as Record<string, unknown>)[name], names, prefix)
  )
}

/** Returns the end of a sentence about one option that is unknown or has a value of the wrong kind. */
export const faultOfOption = (name: string, value: unknown, names: object, prefix = ""): string | undefined => {
  const beneath = Object.hasOwn(names, name) ? (names as Record<string, true | object | OptionCheck>)[name] : undefined
  if (beneath === undefined) {
    const unknown = unknownName("option", name, Object.keys(names), { prefix })
    return unknown.endsWith("?") ? unknown : `${unknown}.`
  }
  if (beneath === true || value === undefined) return undefined
  return isCheck(beneath) ? beneath(value, prefix + name) : unknownOption(value, beneath, `${prefix}${name}.`)
}

const isCheck = (beneath: object): beneath is OptionCheck => typeof beneath === "function"

const firstOf = <A>(all: ReadonlyArray<A>, find: (one: A) => string | undefined): string | undefined => {
  for (const one of all) {
    const found = find(one)
    if (found !== undefined) return found
  }
  return undefined
}
