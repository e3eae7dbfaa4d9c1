/** The demand of a server that refused a request, as its `WWW-Authenticate` header says it. */
export interface Challenge {
  readonly resourceMetadataUrl?: URL | undefined
  readonly scope?: string | undefined
}

/** The access tokens for a server, one at a time. Both functions reject with `NotAuthorized`. */
export interface AccessTokens {
  /** Returns the token of the next request; `undefined` if there is none yet, and the server may want none. */
  readonly current: () => Promise<string | undefined>
  /** Returns a token in place of one that the server refused, or of none. */
  readonly instead: (refused: string | undefined, challenge: Challenge) => Promise<string>
  /** Returns the fault of a server that refuses a token which its authorization server has just given. */
  readonly refused: () => Error
  /** Returns the fault of a server that wants a token with these scopes. */
  readonly wanting: (scopes: ReadonlyArray<string>) => Error
  /** Returns what must not be repeated: every token that there was. */
  readonly secrets: () => ReadonlyArray<string>
}
