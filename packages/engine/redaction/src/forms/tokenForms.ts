import table from "./tokenForms.json" with { type: "json" }

/** The forms of the tokens of one issuer: a row of `tokenForms.json`. */
interface TokenForm {
  readonly issuer: string
  readonly note?: string
  /** The address of the page that describes the forms. */
  readonly source: string
  /**
   * The sources of regular expressions. Each finds all that it needs within a bounded number of characters, and then at
   * most takes a run that cannot fail. A group at the beginning is not part of the secret.
   */
  readonly forms: ReadonlyArray<string>
}

/**
 * All forms by which secrets are recognised wherever they stand. Forms of one issuer come before forms that many share.
 */
export const tokenForms: ReadonlyArray<TokenForm> = table
