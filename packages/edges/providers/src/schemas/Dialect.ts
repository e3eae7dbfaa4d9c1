/** A part of a schema that a provider does not hold a model to, or does not take. */
export interface Lack {
  /** The JSON pointer to the part. */
  readonly at: string
  readonly keyword: string
  /** A sentence that says why. */
  readonly why: string
}
