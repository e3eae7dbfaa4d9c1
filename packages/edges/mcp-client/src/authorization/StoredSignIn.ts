import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/client"
import type { Authorization } from "./discoverAuthorization.ts"

/** A sign-in at a server, as stored in its file: the authorization server, the client and the tokens. */
export interface StoredSignIn extends Pick<Authorization, "authorizationServer" | "issuer" | "resource"> {
  readonly client: OAuthClientInformationMixed
  readonly accessToken: string
  readonly refreshToken?: string | undefined
  /** The scopes of the access token, if known. */
  readonly scopes: ReadonlyArray<string>
  /** The expiry of the access token, in milliseconds since 1970, if known. */
  readonly endsAt?: number | undefined
}

/**
 * Returns the fields of a sign-in that come from a token response. Without scopes in the response, the requested scopes
 * apply.
 */
export const readTokenResponse = (
  tokens: OAuthTokens,
  asked: ReadonlyArray<string>
): Pick<StoredSignIn, "accessToken" | "refreshToken" | "scopes" | "endsAt"> => ({
  accessToken: tokens.access_token,
  scopes: tokens.scope === undefined ? asked : tokens.scope.split(" "),
  ...(tokens.refresh_token === undefined ? {} : { refreshToken: tokens.refresh_token }),
  ...(tokens.expires_in === undefined ? {} : { endsAt: Date.now() + 1_000 * tokens.expires_in })
})

/** Whether an access token expires so soon that a request with it may arrive too late. */
export const isEnding = ({ endsAt }: { readonly endsAt?: number | undefined }): boolean =>
  endsAt !== undefined && endsAt - Date.now() < marginMs

const marginMs = 30_000

/** Parses a stored sign-in; `undefined` if the text is not a sign-in. */
export const parseSignIn = (text: string): StoredSignIn | undefined => {
  let value: Partial<StoredSignIn> & { readonly version?: number }
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const isWhole =
    typeof value === "object" &&
    value?.version === 1 &&
    [value.authorizationServer, value.issuer, value.resource, value.accessToken, value.client?.client_id].every(
      (member) => typeof member === "string"
    ) &&
    Array.isArray(value.scopes)
  return isWhole ? (value as StoredSignIn) : undefined
}

/** Serializes a sign-in for `parseSignIn`. */
export const serializeSignIn = (signIn: StoredSignIn): string =>
  `${JSON.stringify({ version: 1, ...signIn }, undefined, 2)}\n`
