import type { AuthorizationServerMetadata } from "@modelcontextprotocol/client"
import type { McpSdk } from "../upstream/Connection.ts"
import type { Challenge } from "./AccessTokens.ts"
import { NotAuthorized } from "./NotAuthorized.ts"

/** The authorization metadata of a server and its authorization server. */
export interface Authorization {
  /** The URL of the authorization server, and its issuer identifier. */
  readonly authorizationServer: string
  readonly issuer: string
  readonly metadata: AuthorizationServerMetadata
  /** The `resource` parameter with which tokens are requested (RFC 8707). */
  readonly resource: string
  /** The scopes that the server lists for all that it offers. */
  readonly scopesSupported: ReadonlyArray<string> | undefined
}

/**
 * Finds the authorization server of a server (RFC 9728, RFC 8414). Without metadata, the server counts as its own
 * authorization server, as in the first revisions of the protocol. `issuer`: the only issuer to accept.
 */
export const discoverAuthorization = async (
  sdk: McpSdk,
  url: URL,
  { resourceMetadataUrl }: Challenge,
  issuer: string | undefined,
  fetchFn: typeof fetch
): Promise<Authorization> => {
  const described = await describedBy(sdk, url, resourceMetadataUrl, fetchFn)
  const offered = described?.authorization_servers ?? []
  const authorizationServer =
    (issuer === undefined ? offered[0] : offered.find((one) => isSameIssuer(one, issuer))) ?? new URL("/", url).href
  if (issuer !== undefined && !isSameIssuer(authorizationServer, issuer))
    throw new NotAuthorized({ message: `It does not accept tokens from the "issuer" in its entry.` })
  const resource = described?.resource ?? sdk.resourceUrlFromServerUrl(url).href
  if (!sdk.checkResourceAllowed({ requestedResource: url, configuredResource: resource }))
    throw new NotAuthorized({ message: "It describes the authorization of another server." })
  return {
    ...(await fetchMetadata(sdk, authorizationServer, fetchFn)),
    authorizationServer,
    resource,
    scopesSupported: described?.scopes_supported
  }
}

/** Returns the default scopes: those of the challenge, or else all that the server lists. */
export const getDefaultScopes = (
  { scope }: Challenge,
  { scopesSupported = [] }: Pick<Authorization, "scopesSupported">
): ReadonlyArray<string> => (scope === undefined ? scopesSupported : scope.split(" "))

/** Fetches the metadata of an authorization server. */
export const fetchMetadata = async (sdk: McpSdk, authorizationServer: string, fetchFn: typeof fetch) => {
  const metadata = await sdk.discoverAuthorizationServerMetadata(authorizationServer, { fetchFn })
  if (metadata === undefined) throw new NotAuthorized({ message: "It does not describe how to sign in." })
  return { metadata, issuer: metadata.issuer }
}

const describedBy = async (sdk: McpSdk, url: URL, resourceMetadataUrl: URL | undefined, fetchFn: typeof fetch) => {
  let status = 0
  const watched: typeof fetch = async (...request) => {
    const response = await fetchFn(...request)
    status = response.status
    return response
  }
  try {
    return await sdk.discoverOAuthProtectedResourceMetadata(
      url,
      resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl },
      watched
    )
  } catch (cause) {
    if (status >= 400 && status < 500 && resourceMetadataUrl === undefined) return undefined
    throw cause
  }
}

/** Whether two texts name the same issuer. Some servers omit the slash after the host. */
export const isSameIssuer = (one: string, other: string): boolean => one.replace(/\/$/, "") === other.replace(/\/$/, "")
