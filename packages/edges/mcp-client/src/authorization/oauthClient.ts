import type { OAuthClientInformationMixed } from "@modelcontextprotocol/client"
import type { HttpAuthorization } from "../config/McpConfig.ts"
import type { McpSdk } from "../upstream/Connection.ts"
import type { Authorization } from "./discoverAuthorization.ts"
import { NotAuthorized } from "./NotAuthorized.ts"

/** Returns the client that the entry names, which the authorization server knows. */
export const clientIn = (auth: HttpAuthorization | undefined): OAuthClientInformationMixed | undefined =>
  auth?.clientId === undefined
    ? undefined
    : { client_id: auth.clientId, ...(auth.clientSecret === undefined ? {} : { client_secret: auth.clientSecret }) }

/** Makes the gate known to an authorization server, each time anew: the port is another one, and many compare it. */
export const registered = async (
  sdk: McpSdk,
  { authorizationServer, metadata }: Authorization,
  redirectUri: string,
  scope: { readonly scope?: string },
  fetchFn: typeof fetch
): Promise<OAuthClientInformationMixed> => {
  if (metadata.registration_endpoint === undefined)
    throw new NotAuthorized({
      message:
        'Its authorization server registers no clients by itself; register one there, and write its "client_id" under "auth".'
    })
  const isPublic = metadata.token_endpoint_auth_methods_supported?.includes("none") === true
  return await sdk.registerClient(authorizationServer, {
    metadata,
    clientMetadata: {
      client_name: "Toolgate",
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      application_type: "native",
      ...(isPublic ? { token_endpoint_auth_method: "none" } : {})
    },
    fetchFn,
    ...scope
  })
}
