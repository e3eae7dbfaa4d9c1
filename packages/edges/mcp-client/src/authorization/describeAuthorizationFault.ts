import type { McpSdk } from "../upstream/Connection.ts"
import { ServerFault } from "../upstream/ServerFault.ts"
import { findNetworkCode } from "../upstream/toServerFault.ts"
import { NotAuthorized } from "./NotAuthorized.ts"

/** Turns a failed authorization into a sentence that quotes neither the server nor its authorization server. */
export const describeAuthorizationFault = (sdk: McpSdk, cause: unknown): NotAuthorized =>
  cause instanceof NotAuthorized ? cause : new NotAuthorized({ message: messageOf(sdk, cause), cause })

const messageOf = (sdk: McpSdk, cause: unknown): string => {
  if (cause instanceof ServerFault) return `Its authorization server failed. ${cause.message}`
  if (cause instanceof sdk.IssuerMismatchError)
    return cause.kind === "metadata"
      ? "The metadata of its authorization server describe another issuer."
      : "The answer to the sign-in came from another authorization server."
  if (cause instanceof sdk.RegistrationRejectedError)
    return `Its authorization server refused to register a client (HTTP status ${cause.status}). Register a client there, and set its "client_id" under "auth".`
  if (cause instanceof sdk.InsecureTokenEndpointError) return "Its authorization server does not use https."
  if (cause instanceof sdk.OAuthError) return `Its authorization server refused: ${codeOf(sdk, cause.code)}.`
  if (cause instanceof Error && cause.name === "TimeoutError") return "Its authorization server did not answer in time."
  const code = findNetworkCode(cause)
  return code === undefined
    ? "Its authorization server returned an invalid answer."
    : `Its authorization server cannot be reached (${code}).`
}

/** Returns the code of an error if it is a standard code, and not free text from the server. */
const codeOf = (sdk: McpSdk, code: string): string =>
  Object.values<string>(sdk.OAuthErrorCode).includes(code) ? code : "an error with a non-standard code"
