import type { McpSdk } from "./Connection.ts"
import { ServerFault } from "./ServerFault.ts"
import { unreadableAnswer } from "./unreadableAnswer.ts"

/** Turns an error of the SDK into a `ServerFault`. The SDK's own text may quote the server, or the request. */
export const toServerFault = (sdk: McpSdk, cause: unknown): ServerFault =>
  cause instanceof ServerFault ? cause : new ServerFault({ message: messageOf(sdk, cause), cause })

const messageOf = (sdk: McpSdk, cause: unknown): string => {
  if (cause instanceof sdk.UnauthorizedError) return "It needs an authorization that its entry does not have."
  if (cause instanceof sdk.SdkHttpError) return `It answered with the HTTP status ${cause.data.status}.`
  if (cause instanceof sdk.ProtocolError && cause.code === unreadableAnswer) return "Its answer cannot be read."
  if (cause instanceof sdk.ProtocolError) return `It answered with the error ${cause.code}.`
  if (cause instanceof sdk.SdkError) {
    if (cause.code === sdk.SdkErrorCode.RequestTimeout) return "It did not answer in time."
    if (cause.code === sdk.SdkErrorCode.InvalidResult) return "Its answer violates the protocol."
    if (cause.code === sdk.SdkErrorCode.ListPaginationExceeded) return "Its list of tools is endless."
  }
  const code = findNetworkCode(cause)
  return code === undefined ? "It does not answer as an MCP server does." : `It cannot be reached (${code}).`
}

/** Returns the system's code for a failed connection, from any depth of the causes. */
export const findNetworkCode = (cause: unknown): string | undefined => {
  for (let at = cause, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++)
    if ("code" in at && typeof at.code === "string" && /^E[A-Z_]{2,20}$/.test(at.code)) return at.code
  return undefined
}
