/** How the tokens of somebody look. */
export interface TokenForm {
  /** Whose they are. */
  readonly of: string
  /** Where that is written. */
  readonly source: string
  /**
   * Sources of patterns. Each has all that it needs within a bounded number of characters, and then at most takes a run that
   * cannot fail. A group at the beginning is not part of the secret.
   */
  readonly forms: ReadonlyArray<string>
}

/** One row of a table. */
export const token = (of: string, source: string, ...forms: ReadonlyArray<string>): TokenForm => ({ of, source, forms })
