import { createPrivateKey, type KeyObject } from "node:crypto"
import type { OAuthClientProvider } from "@modelcontextprotocol/client"
import type { HttpAuthorization } from "../config/McpConfig.ts"
import type { McpSdk } from "../upstream/Connection.ts"
import type { AccessTokens, Challenge } from "./AccessTokens.ts"
import { describeAuthorizationFault } from "./describeAuthorizationFault.ts"
import { discoverAuthorization, getDefaultScopes } from "./discoverAuthorization.ts"
import { NotAuthorized } from "./NotAuthorized.ts"
import { prependNewest } from "./prependNewest.ts"
import { isEnding, readTokenResponse } from "./StoredSignIn.ts"

/**
 * Returns the access tokens of a client that authenticates with a secret or key instead of a user. The tokens stay in
 * this process.
 */
export const createMachineTokens = (
  sdk: McpSdk,
  url: URL,
  auth: HttpAuthorization,
  fetchFn: typeof fetch
): AccessTokens => {
  let held: ReturnType<typeof readTokenResponse> | undefined
  let secrets = prependNewest([], [auth.clientSecret, auth.privateKey])
  let fetching: Promise<string> | undefined
  let challenge: Challenge = {}

  const fetched = async (): Promise<string> => {
    const found = await discoverAuthorization(sdk, url, challenge, auth.issuer, fetchFn)
    const scope = (auth.scopes ?? getDefaultScopes(challenge, found)).join(" ")
    const tokens = await sdk.fetchToken(providerOf(sdk, auth, found.issuer), found.authorizationServer, {
      metadata: found.metadata,
      resource: found.resource,
      ...(scope === "" ? {} : { scope }),
      fetchFn
    })
    held = readTokenResponse(tokens, [])
    secrets = prependNewest(secrets, [held.accessToken, auth.clientSecret, auth.privateKey])
    return held.accessToken
  }

  const fetchOne = async (): Promise<string> => {
    fetching ??= fetched().finally(() => {
      fetching = undefined
    })
    return await fetching.catch((cause) => {
      throw describeAuthorizationFault(sdk, cause)
    })
  }

  return {
    current: async () => (held !== undefined && isEnding(held) ? await fetchOne() : held?.accessToken),
    instead: async (refused, said) => {
      if (held !== undefined && held.accessToken !== refused) return held.accessToken
      challenge = said
      return await fetchOne()
    },
    refused: () => new NotAuthorized({ message: "It refuses a token that its authorization server has just issued." }),
    wanting: (scopes) =>
      new NotAuthorized({
        message: `It needs a token with the scopes ${JSON.stringify(scopes.join(" "))}. Add them under "auth" in its entry.`
      }),
    secrets: () => secrets
  }
}

const providerOf = (
  sdk: McpSdk,
  { clientId = "", clientSecret = "", privateKey }: HttpAuthorization,
  expectedIssuer: string
): OAuthClientProvider => {
  const client = { clientId, expectedIssuer, clientName: "toolgate" }
  if (privateKey === undefined) return new sdk.ClientCredentialsProvider({ ...client, clientSecret })
  const key = keyIn(privateKey)
  return new sdk.PrivateKeyJwtProvider({
    ...client,
    privateKey: key.export({ type: "pkcs8", format: "pem" }).toString(),
    algorithm: algorithmOf(key)
  })
}

const keyIn = (text: string): KeyObject => {
  try {
    return createPrivateKey(text)
  } catch {
    throw new NotAuthorized({ message: 'The "private_key" in its entry is not a private key in PEM.' })
  }
}

const algorithmOf = ({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): string => {
  const curves: Readonly<Record<string, string>> = { prime256v1: "ES256", secp384r1: "ES384", secp521r1: "ES512" }
  const found = type === "rsa" ? "RS256" : curves[details?.namedCurve ?? ""]
  if (found !== undefined) return found
  throw new NotAuthorized({
    message: 'The "private_key" in its entry has an unsupported type. Use RSA, or EC over P-256, P-384 or P-521.'
  })
}
