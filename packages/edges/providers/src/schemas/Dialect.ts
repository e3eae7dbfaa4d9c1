import type { Json } from "@toolgate/core"

/** A part of a schema that a provider does not hold a model to, or does not take. */
export interface Lack {
  /** The JSON pointer to the part. */
  readonly at: string
  readonly keyword: string
  /** A sentence that says why. */
  readonly why: string
}

/**
 * The schemas of a provider, as data. Keywords that are not in `held` are not held: a reason of their own stands in `lacking`.
 */
export interface Dialect {
  /** The keywords that the provider documents. */
  readonly held: ReadonlySet<string>
  /** The reason why a keyword, or all of its values but some, is not held. */
  readonly lacking: Readonly<Record<string, string>>
  /** Whether a value of a held keyword is held. Values of other keywords are. */
  readonly isHeld: Readonly<Record<string, (value: Json) => boolean>>
  /** Whether the provider can promise arguments that a schema takes. */
  readonly hasStrict: boolean
  /** The number of tools that one request may have with that promise. */
  readonly mostStrict: number
  /** The bounds of one schema with that promise. */
  readonly bounds: {
    readonly depth: number
    readonly properties: number
    readonly values: number
    readonly text: number
  }
  /** The keywords that may not stand at the root, each with the reason. A schema that has one is not declared. */
  readonly notAtRoot: Readonly<Record<string, string>>
  /** The names that a property of the root may have. */
  readonly propertyNames?: RegExp
  /** Whether an object and a list need `properties` and `items`, even if these are empty. They are added: nothing is meant by it. */
  readonly isSpelledOut: boolean
}

/** Whether a value is one of a list, for a keyword whose other values are not held. */
export const oneOf =
  (...values: ReadonlyArray<Json>) =>
  (value: Json): boolean =>
    values.includes(value)

/** Whether a value is a list without objects and lists in it. */
export const arePlain = (value: Json): boolean =>
  Array.isArray(value) && value.every((one) => typeof one !== "object" || one === null)
