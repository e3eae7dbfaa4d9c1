import type { McpSdk } from "../upstream/Connection.ts"
import { networkCode } from "../upstream/faultOf.ts"
import { ServerFault } from "../upstream/ServerFault.ts"
import { NotAuthorized } from "./NotAuthorized.ts"

/** Turns a failed authorization into a sentence that quotes neither the server nor its authorization server. */
export const authorizationFault = (sdk: McpSdk, cause: unknown): NotAuthorized =>
  cause instanceof NotAuthorized ? cause : new NotAuthorized({ message: messageOf(sdk, cause), cause })

const messageOf = (sdk: McpSdk, cause: unknown): string => {
  if (cause instanceof ServerFault) return `Its authorization server failed. ${cause.message}`
  if (cause instanceof sdk.IssuerMismatchError)
    return cause.kind === "metadata"
      ? "Its authorization server's metadata are those of another one."
      : "The answer to the sign-in is not of the authorization server that was asked."
  if (cause instanceof sdk.RegistrationRejectedError)
    return `Its authorization server registers no client (HTTP status ${cause.status}); register one there, and write its "client_id" under "auth".`
  if (cause instanceof sdk.InsecureTokenEndpointError) return "Its authorization server takes tokens without https."
  if (cause instanceof sdk.OAuthError) return `Its authorization server refused: ${codeOf(sdk, cause.code)}.`
  if (cause instanceof Error && cause.name === "TimeoutError") return "Its authorization server did not answer in time."
  const code = networkCode(cause)
  return code === undefined
    ? "Its authorization server does not answer as one."
    : `Its authorization server cannot be reached (${code}).`
}

/** Returns the code of an error if it is a standard code, and not free text from the server. */
const codeOf = (sdk: McpSdk, code: string): string =>
  Object.values<string>(sdk.OAuthErrorCode).includes(code) ? code : "an error of its own"
