/** The `WWW-Authenticate` header of a server's refusal, parsed. */
export interface Challenge {
  readonly resourceMetadataUrl?: URL | undefined
  readonly scope?: string | undefined
}

/** The access tokens for one server. Both functions reject with `NotAuthorized`. */
export interface AccessTokens {
  /** Returns the token for the next request; `undefined` if there is no token yet and the server may not need one. */
  readonly current: () => Promise<string | undefined>
  /**
   * Returns a replacement for a token that the server refused. `refused` is `undefined` if the request had no token.
   */
  readonly instead: (refused: string | undefined, challenge: Challenge) => Promise<string>
  /** Returns the fault for a server that refuses a token which was just issued. */
  readonly refused: () => Error
  /** Returns the fault for a server that wants a token with these scopes. */
  readonly wanting: (scopes: ReadonlyArray<string>) => Error
  /** Returns every token of this session, for redaction. */
  readonly secrets: () => ReadonlyArray<string>
}
