/** The forms of the tokens of one issuer. */
export interface TokenForm {
  /** The name of the issuer. */
  readonly of: string
  /** The address of the page that describes the forms. */
  readonly source: string
  /**
   * The sources of regular expressions. Each finds all that it needs within a bounded number of characters, and then at
   * most takes a run that cannot fail. A group at the beginning is not part of the secret.
   */
  readonly forms: ReadonlyArray<string>
}

/** Returns a row of a table of tokens. */
export const token = (of: string, source: string, ...forms: ReadonlyArray<string>): TokenForm => ({ of, source, forms })
