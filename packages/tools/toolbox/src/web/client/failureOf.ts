import { quoted, ToolExecutionError, ToolOutcomeUnknown } from "@toolgate/core"
import { HttpFault } from "@toolgate/http-requests"
import { AddressRefused } from "./AddressRefused.ts"

/** Returns the error for the model of a request without a usable answer. */
export const failureOf = (cause: unknown, { url, isSafe }: { readonly url: URL; readonly isSafe: boolean }): Error => {
  if (cause instanceof AddressRefused) return cause.asToolError()
  const server = quoted(url.host, 300)
  if (!(cause instanceof HttpFault))
    return new ToolExecutionError({ message: `The request to ${server} could not be made.`, cause, executed: "no" })
  const why = cause.message
  if (cause.state === "unsent")
    return new ToolExecutionError({ message: `The request to ${server} was not sent. ${why}`, cause, executed: "no" })
  if (cause.state === "answered" || isSafe)
    return new ToolExecutionError({ message: `The request to ${server} failed. ${why}`, cause })
  const message = `The request to ${server} was sent, and has no answer. ${why} Look whether it took effect before you repeat it.`
  return new ToolOutcomeUnknown({ message, cause })
}
