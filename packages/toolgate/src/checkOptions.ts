import { unknownName } from "@toolgate/policy"
import * as Layer from "effect/Layer"

/** The names of options; beneath one that is an object, or a list of them, the names in these. */
export type OptionNames<Options> = { readonly [Name in keyof NonNullable<Options>]-?: true | object }

/**
 * Throws a `TypeError` for an option that there is not, with the nearest name: what is misspelt would go unheard, and where it
 * was to narrow something, nobody would notice. `refused` says what is not done, as in "A gate cannot be opened".
 */
export const checkOptions = (refused: string, options: unknown, names: object, prefix = ""): void => {
  if (Array.isArray(options)) {
    for (const one of options) checkOptions(refused, one, names, prefix)
    return
  }
  if (typeof options !== "object" || options === null || Layer.isLayer(options)) return
  const known = new Map<string, true | object>(Object.entries(names))
  for (const [name, given] of Object.entries(options)) {
    const beneath = known.get(name)
    if (beneath === undefined) {
      const unknown = unknownName("option", name, [...known.keys()], { prefix })
      throw new TypeError(`${refused}: ${unknown}${unknown.endsWith("?") ? "" : "."}`)
    }
    if (beneath !== true) checkOptions(refused, given, beneath, `${prefix}${name}.`)
  }
}
