import { explainFileError } from "@toolgate/core"
import type { HttpAuthorization } from "../config/McpConfig.ts"
import type { McpSdk } from "../upstream/Connection.ts"
import type { AccessTokens } from "./AccessTokens.ts"
import { describeAuthorizationFault } from "./describeAuthorizationFault.ts"
import { fetchMetadata, isSameIssuer } from "./discoverAuthorization.ts"
import { NotAuthorized, ScopesNeeded, SignInNeeded } from "./NotAuthorized.ts"
import { prependNewest } from "./prependNewest.ts"
import type { SignInFile } from "./SignInFile.ts"
import { isEnding, readTokenResponse, type StoredSignIn } from "./StoredSignIn.ts"

export interface StoredParts {
  readonly auth: HttpAuthorization | undefined
  readonly file: SignInFile
  readonly fetchFn: typeof fetch
  /** Returns the command with which a person signs in, with these additional scopes. */
  readonly command: (scopes: ReadonlyArray<string>) => string
}

/**
 * Returns the access tokens of a person's sign-in, read from its file. Shortly before a token expires, it is renewed
 * under the file's lock: a refresh token may be valid once, so a process that waited for the lock uses the tokens that
 * the first process wrote.
 */
export const createStoredTokens = (sdk: McpSdk, { auth, file, fetchFn, command }: StoredParts): AccessTokens => {
  let secrets: ReadonlyArray<string> = []
  let renewing: Promise<string> | undefined

  const needed = (why: string) => new SignInNeeded({ message: `${why} Run "${command([])}".` })

  /** Reads the sign-in. A sign-in for another client or authorization server than the entry's counts as missing. */
  const read = async (): Promise<StoredSignIn | undefined> => {
    const found = await file.read().catch((cause) => {
      throw cause instanceof SignInNeeded ? needed(cause.message) : unreadable(cause)
    })
    const isOther =
      (auth?.clientId !== undefined && auth.clientId !== found?.client.client_id) ||
      (auth?.issuer !== undefined && found !== undefined && !isSameIssuer(auth.issuer, found.issuer))
    if (found === undefined || isOther) return undefined
    secrets = prependNewest(secrets, [found.accessToken, found.refreshToken, found.client.client_secret])
    return found
  }

  /** Returns a replacement for a stale token, from the file if another process has renewed it already. */
  const renewed = (stale: string | undefined): Promise<string> =>
    file.locked(async () => {
      const found = await read()
      if (found === undefined) throw needed("It requires a sign-in.")
      if (found.accessToken !== stale && !isEnding(found)) return found.accessToken
      if (found.refreshToken === undefined) throw needed("Its sign-in is over.")
      const { metadata, issuer } = await fetchMetadata(sdk, found.authorizationServer, fetchFn)
      if (!isSameIssuer(issuer, found.issuer)) throw needed("Its sign-in belongs to another authorization server.")
      const tokens = await sdk
        .refreshAuthorization(found.authorizationServer, {
          metadata,
          clientInformation: found.client,
          refreshToken: found.refreshToken,
          resource: found.resource,
          fetchFn
        })
        .catch(async (cause) => {
          if (!isOver(sdk, cause)) throw cause
          await file.remove()
          throw needed("Its sign-in is over.")
        })
      await file.write({ ...found, ...readTokenResponse(tokens, found.scopes) })
      return (await read())?.accessToken ?? tokens.access_token
    })

  const renew = async (stale: string | undefined): Promise<string> => {
    // Concurrent calls share one renewal.
    renewing ??= renewed(stale).finally(() => {
      renewing = undefined
    })
    return await renewing.catch((cause) => {
      throw describeAuthorizationFault(sdk, cause)
    })
  }

  return {
    current: async () => {
      const found = await read()
      return found !== undefined && isEnding(found) ? await renew(found.accessToken) : found?.accessToken
    },
    instead: renew,
    refused: () => needed("It rejects the stored sign-in."),
    wanting: (scopes) =>
      new ScopesNeeded({
        message:
          scopes.length === 0
            ? "It needs a sign-in with additional scopes, but does not name them."
            : `It needs a sign-in with additional scopes. Run "${command(scopes)}".`
      }),
    secrets: () => secrets
  }
}

const unreadable = (cause: unknown) =>
  new NotAuthorized({ message: `Its sign-in cannot be read: ${explainFileError(cause, "read")}.`, cause })

/** Whether an error means that the refresh token or its client is no longer valid. */
const isOver = (sdk: McpSdk, cause: unknown): boolean =>
  cause instanceof sdk.OAuthError && ["invalid_grant", "invalid_client", "unauthorized_client"].includes(cause.code)
