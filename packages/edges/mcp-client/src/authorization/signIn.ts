import { randomBytes } from "node:crypto"
import type { OAuthClientInformationMixed } from "@modelcontextprotocol/client"
import { quoted } from "@toolgate/core"
import type { ReferenceSources } from "@toolgate/local-secrets/references"
import * as Effect from "effect/Effect"
import type { HttpAuthorization, McpServerEntry } from "../config/McpConfig.ts"
import { resolveSource } from "../config/resolveSource.ts"
import type { McpSdk } from "../upstream/Connection.ts"
import { ServerFault } from "../upstream/ServerFault.ts"
import { refuseInside } from "./addressZone.ts"
import { openCallback } from "./callback.ts"
import { createAuthorizationFetch } from "./createAuthorizationFetch.ts"
import { describeAuthorizationFault } from "./describeAuthorizationFault.ts"
import { type Authorization, discoverAuthorization, getDefaultScopes } from "./discoverAuthorization.ts"
import { NotAuthorized } from "./NotAuthorized.ts"
import { requestChallenge } from "./requestChallenge.ts"
import { SignInFile } from "./SignInFile.ts"
import { isAuthorized } from "./SignIns.ts"
import { readTokenResponse } from "./StoredSignIn.ts"

/** A server of a `mcp.yaml`, and the folder of the sign-ins. */
export interface SignInTarget {
  readonly entry: McpServerEntry
  /** The folder of the sign-ins. Only this user can read the files in it. */
  readonly folder: string
  readonly references?: Partial<ReferenceSources>
}

/** The options of `signIn`. */
export interface SignInOptions extends SignInTarget {
  readonly version: string
  /** Scopes to request in addition to those of the last sign-in. */
  readonly scopes: ReadonlyArray<string>
  /** Shows the page of the authorization server to a person. */
  readonly show: (page: URL) => void
  /** Aborts the sign-in. */
  readonly signal: AbortSignal
}

/**
 * Signs a person in at a server (OAuth 2.1 with PKCE): shows the page of the authorization server, waits for the
 * redirect to the loopback interface, and stores the tokens. Returns the granted scopes; `undefined` if the server
 * needs no sign-in. Rejects with a `ServerFault` on failure, and then leaves an earlier sign-in as it was.
 *
 * ```ts
 * import type { McpServerEntry } from "@toolgate/mcp-client"
 * import { signIn } from "@toolgate/mcp-client/sign-in"
 *
 * export const login = (entry: McpServerEntry, folder: string) =>
 *   signIn({
 *     entry,
 *     folder,
 *     version: "1.0.0",
 *     scopes: [],
 *     show: (page) => console.log(`Open ${page.href}`),
 *     signal: AbortSignal.timeout(300_000)
 *   })
 * ```
 */
export const signIn = async (options: SignInOptions): Promise<ReadonlyArray<string> | undefined> => {
  const sdk = await import("@modelcontextprotocol/client")
  const { url, auth, headers } = await resolveHttpSource(options)
  const file = new SignInFile(options.folder, options.entry.name, url)
  const fetchFn = createAuthorizationFetch(url)
  try {
    const challenge = await requestChallenge(sdk, url, headers, options.version)
    const found = await discoverAuthorization(sdk, url, challenge ?? {}, auth?.issuer, fetchFn).catch((cause) => {
      // Some servers list their tools without a token, and want a sign-in for calls only.
      if (challenge === undefined) return undefined
      throw cause
    })
    if (found === undefined) return undefined
    const before = options.scopes.length === 0 ? undefined : await file.read().catch(() => undefined)
    const chosen = auth?.scopes ?? withOffline(getDefaultScopes(challenge ?? {}, found), found)
    const scopes = [...new Set([...(before?.scopes ?? []), ...chosen, ...options.scopes])]
    const signedIn = await authorized(sdk, { ...options, url, auth, found, scopes, fetchFn })
    await file.locked(() => file.write(signedIn))
    return signedIn.scopes
  } catch (cause) {
    throw cause === options.signal.reason
      ? new NotAuthorized({ message: "The sign-in was cancelled.", cause })
      : describeAuthorizationFault(sdk, cause)
  }
}

interface Parts extends Pick<SignInOptions, "show" | "signal"> {
  readonly url: URL
  readonly auth: HttpAuthorization | undefined
  readonly found: Authorization
  readonly scopes: ReadonlyArray<string>
  readonly fetchFn: typeof fetch
}

/** Asks a person to authorize a client, and returns the authorization server's token response. */
const authorized = async (sdk: McpSdk, { url, auth, found, scopes, fetchFn, show, signal }: Parts) => {
  const { authorizationServer, issuer, metadata, resource } = found
  // The SDK accepts a server that does not mention PKCE. Without PKCE, anybody who sees the code can use it.
  if (metadata.code_challenge_methods_supported?.includes("S256") !== true)
    throw new NotAuthorized({ message: "Its authorization server has no PKCE with S256." })
  const state = randomBytes(32).toString("base64url")
  using callback = await openCallback(state, signal)
  const { redirectUri } = callback
  const scope = scopes.length === 0 ? {} : { scope: scopes.join(" ") }
  const clientInformation = clientIn(auth) ?? (await registered(sdk, found, redirectUri, scope, fetchFn))
  const { authorizationUrl, codeVerifier } = await sdk.startAuthorization(authorizationServer, {
    metadata,
    clientInformation,
    redirectUrl: redirectUri,
    state,
    resource,
    ...scope
  })
  await refuseInside(authorizationUrl, url)
  show(authorizationUrl)
  const answer = await callback.answer
  const iss = answer.get("iss") ?? undefined
  // First of all: before this check, even an error in the answer may come from another server.
  sdk.validateAuthorizationResponseIssuer({
    iss,
    expectedIssuer: issuer,
    issParameterSupported: metadata.authorization_response_iss_parameter_supported === true
  })
  const authorizationCode = answer.get("code")
  if (authorizationCode === null) throw new NotAuthorized({ message: refusalIn(answer) })
  const tokens = await sdk.exchangeAuthorization(authorizationServer, {
    metadata,
    clientInformation,
    authorizationCode,
    codeVerifier,
    redirectUri,
    resource,
    fetchFn,
    ...(iss === undefined ? {} : { iss })
  })
  return { authorizationServer, issuer, resource, client: clientInformation, ...readTokenResponse(tokens, scopes) }
}

/** Adds `offline_access`, with which some servers issue a refresh token. */
const withOffline = (scopes: ReadonlyArray<string>, { metadata }: Authorization): ReadonlyArray<string> =>
  scopes.length > 0 && metadata.scopes_supported?.includes("offline_access") === true
    ? [...scopes, "offline_access"]
    : scopes

const refusalIn = (answer: URLSearchParams): string => {
  const description = answer.get("error_description")
  const more = description === null ? "" : `, ${quoted(description, 300)}`
  return `Its authorization server refused: ${quoted(answer.get("error") ?? "no code")}${more}.`
}

export const resolveHttpSource = async ({ entry, references }: SignInTarget) => {
  const { source } = await Effect.runPromise(resolveSource(entry, references))
  if (source.kind !== "http")
    throw new ServerFault({ message: "It is a command. Only servers with a URL use a sign-in." })
  if (isAuthorized(source.headers))
    throw new ServerFault({ message: 'Its entry has the header "Authorization", which is used instead of a sign-in.' })
  if (source.auth?.grant === "client_credentials")
    throw new ServerFault({ message: "Its entry has a client that gets tokens by itself, so there is no sign-in." })
  return { url: new URL(source.url), auth: source.auth, headers: source.headers }
}

/** Returns the registered client that the entry names. */
const clientIn = (auth: HttpAuthorization | undefined): OAuthClientInformationMixed | undefined =>
  auth?.clientId === undefined
    ? undefined
    : { client_id: auth.clientId, ...(auth.clientSecret === undefined ? {} : { client_secret: auth.clientSecret }) }

/**
 * Registers the gate at an authorization server. Each sign-in registers again, because its port changes and many
 * servers compare it.
 */
const registered = async (
  sdk: McpSdk,
  { authorizationServer, metadata }: Authorization,
  redirectUri: string,
  scope: { readonly scope?: string },
  fetchFn: typeof fetch
): Promise<OAuthClientInformationMixed> => {
  if (metadata.registration_endpoint === undefined)
    throw new NotAuthorized({
      message:
        'Its authorization server does not register clients automatically. Register a client there, and set its "client_id" under "auth".'
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
