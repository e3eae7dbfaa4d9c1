import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/client"
import type { Authorization } from "./discoverAuthorization.ts"

/** A sign-in at a server, as its file holds it: who gave the tokens, to which client, and the tokens. */
export interface StoredSignIn extends Pick<Authorization, "authorizationServer" | "issuer" | "resource"> {
  readonly client: OAuthClientInformationMixed
  readonly accessToken: string
  readonly refreshToken?: string | undefined
  /** The scopes that the access token has, as far as they were said. */
  readonly scopes: ReadonlyArray<string>
  /** The time at which the access token ends, in milliseconds since 1970, if it was said. */
  readonly endsAt?: number | undefined
}

/** Returns the members of a sign-in that tokens bring. Scopes that are not said are those that were asked for. */
export const ofTokens = (
  tokens: OAuthTokens,
  asked: ReadonlyArray<string>
): Pick<StoredSignIn, "accessToken" | "refreshToken" | "scopes" | "endsAt"> => ({
  accessToken: tokens.access_token,
  scopes: tokens.scope === undefined ? asked : tokens.scope.split(" "),
  ...(tokens.refresh_token === undefined ? {} : { refreshToken: tokens.refresh_token }),
  ...(tokens.expires_in === undefined ? {} : { endsAt: Date.now() + 1_000 * tokens.expires_in })
})

/** Whether an access token ends so soon that a request with it may come too late. */
export const isEnding = ({ endsAt }: { readonly endsAt?: number | undefined }): boolean =>
  endsAt !== undefined && endsAt - Date.now() < marginMs

const marginMs = 30_000

/** Reads a sign-in; `undefined` if the text holds none. */
export const signInOf = (text: string): StoredSignIn | undefined => {
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

/** Writes a sign-in as `signInOf` reads it. */
export const signInText = (signIn: StoredSignIn): string =>
  `${JSON.stringify({ version: 1, ...signIn }, undefined, 2)}\n`
