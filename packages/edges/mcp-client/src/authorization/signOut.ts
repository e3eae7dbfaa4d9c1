import type { AuthorizationServerMetadata } from "@modelcontextprotocol/client"
import type { McpSdk } from "../upstream/Connection.ts"
import { createAuthorizationFetch } from "./createAuthorizationFetch.ts"
import { describeAuthorizationFault } from "./describeAuthorizationFault.ts"
import { fetchMetadata, isSameIssuer } from "./discoverAuthorization.ts"
import { SignInFile } from "./SignInFile.ts"
import type { StoredSignIn } from "./StoredSignIn.ts"
import { resolveHttpSource, type SignInTarget } from "./signIn.ts"

/**
 * The result of a sign-out. `revoked`: whether the authorization server revoked the tokens. `why`: the reason if it did
 * not.
 */
export interface SignedOut {
  readonly revoked: boolean
  readonly why?: string
}

/**
 * Deletes the sign-in at a server, and revokes its tokens if the authorization server supports that (RFC 7009). Returns
 * `undefined` if there was no sign-in. The sign-in is deleted even if the revocation fails.
 *
 * ```ts
 * import type { McpServerEntry } from "@toolgate/mcp-client"
 * import { signOut } from "@toolgate/mcp-client/sign-in"
 *
 * export const logout = (entry: McpServerEntry, folder: string) => signOut({ entry, folder })
 * ```
 */
export const signOut = async (place: SignInTarget): Promise<SignedOut | undefined> => {
  const sdk = await import("@modelcontextprotocol/client")
  const { url } = await resolveHttpSource(place)
  const file = new SignInFile(place.folder, place.entry.name, url)
  const found = await file.locked(async () => {
    // Tokens that other users could read are revoked as well.
    const read = await file.readAnyway()
    await file.remove()
    return read?.signIn
  })
  if (found === undefined) return undefined
  try {
    return await revoked(sdk, found, createAuthorizationFetch(url))
  } catch (cause) {
    return { revoked: false, why: describeAuthorizationFault(sdk, cause).message }
  }
}

const revoked = async (sdk: McpSdk, found: StoredSignIn, fetchFn: typeof fetch): Promise<SignedOut> => {
  const { metadata, issuer } = await fetchMetadata(sdk, found.authorizationServer, fetchFn)
  const endpoint = "revocation_endpoint" in metadata ? metadata.revocation_endpoint : undefined
  if (!isSameIssuer(issuer, found.issuer) || typeof endpoint !== "string")
    return { revoked: false, why: "Its authorization server does not support revoking tokens." }
  const tokens = { refresh_token: found.refreshToken, access_token: found.accessToken }
  for (const [hint, token] of Object.entries(tokens)) {
    if (token === undefined) continue
    const request = revocation(sdk, found, metadata, { token, token_type_hint: hint })
    const { ok, status, body } = await fetchFn(endpoint, { method: "POST", redirect: "error", ...request })
    await body?.cancel()
    if (!ok) return { revoked: false, why: `Its authorization server answered with the HTTP status ${status}.` }
  }
  return { revoked: true }
}

/** Builds the revocation request, authenticated as at the token endpoint. */
const revocation = (
  sdk: McpSdk,
  { client }: StoredSignIn,
  metadata: AuthorizationServerMetadata,
  parameters: Readonly<Record<string, string>>
) => {
  const { client_id: id, client_secret: secret } = client
  const method = sdk.selectClientAuthMethod(client, metadata.token_endpoint_auth_methods_supported ?? [])
  const isBasic = method === "client_secret_basic" && secret !== undefined
  const body = new URLSearchParams({
    ...parameters,
    ...(isBasic
      ? {}
      : { client_id: id, ...(method === "none" || secret === undefined ? {} : { client_secret: secret }) })
  })
  const headers = isBasic ? { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}` } : {}
  return { body, headers }
}
