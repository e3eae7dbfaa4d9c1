import table from "./tokenForms.json" with { type: "json" }

/** The token forms of one issuer: a row of `tokenForms.json`. */
interface TokenForm {
  readonly issuer: string
  readonly note?: string
  /** The URL of the page that describes the forms. */
  readonly source: string
  /**
   * Regular expressions. Each decides within a bounded number of characters, and then at most takes a run that cannot
   * fail. A leading group is not part of the secret.
   */
  readonly forms: ReadonlyArray<string>
}

/** The token forms. Specific forms come before generic ones. */
export const tokenForms: ReadonlyArray<TokenForm> = table
