import type { Json } from "@toolgate/core"

/** A part of a schema that a provider does not enforce or accept. */
export interface Lack {
  /** The JSON pointer to the part. */
  readonly at: string
  readonly keyword: string
  /** The reason, as a sentence. */
  readonly why: string
}

/**
 * A provider's support for JSON Schema, as data. Keywords outside `held` are not enforced; `lacking` explains some of
 * them.
 */
export interface Dialect {
  /** The keywords that the provider documents. */
  readonly held: ReadonlySet<string>
  /** The reason why a keyword, or most of its values, is not enforced. */
  readonly lacking: Readonly<Record<string, string>>
  /** Checks whether a value of a held keyword is enforced. Without a check, all values are. */
  readonly isHeld: Readonly<Record<string, (value: Json) => boolean>>
  /** Whether the provider has strict tools, whose arguments always match their schemas. */
  readonly hasStrict: boolean
  /** The limit for strict tools in one request. */
  readonly mostStrict: number
  /** The limits of one strict schema. */
  readonly bounds: {
    readonly depth: number
    readonly properties: number
    readonly values: number
    readonly text: number
  }
  /** The keywords that are forbidden at the root, with reasons. A schema with one of them is not declared. */
  readonly notAtRoot: Readonly<Record<string, string>>
  /** The allowed names of root properties. */
  readonly propertyNames?: RegExp
  /**
   * Whether objects and lists need `properties` and `items`. Empty ones are added, which does not change the meaning.
   */
  readonly isSpelledOut: boolean
}

/** Returns a check for the allowed values of a keyword. */
export const allowValues =
  (...values: ReadonlyArray<Json>) =>
  (value: Json): boolean =>
    values.includes(value)

/** Whether a value is a list of scalars. */
export const hasOnlyScalars = (value: Json): boolean =>
  Array.isArray(value) && value.every((one) => typeof one !== "object" || one === null)
