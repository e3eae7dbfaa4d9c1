import { HttpFault } from "@toolgate/catalogue/http-requests"
import { quoted, ToolExecutionError, ToolOutcomeUnknown } from "@toolgate/core"
import { AddressRefused } from "./AddressRefused.ts"

interface Failed {
  readonly url: URL
  readonly isSafe: boolean
  /** Whether the request is the first of its call, as by default. A redirect that fails follows a request that was answered. */
  readonly isFirst?: boolean
}

/** Returns the error for the model of a request without a usable answer. */
export const failureOf = (cause: unknown, { url, isSafe, isFirst = true }: Failed): Error => {
  const unsent = isFirst ? ({ executed: "no" } as const) : {}
  if (cause instanceof AddressRefused) return cause.asToolError(unsent)
  const server = quoted(url.host, 300)
  if (!(cause instanceof HttpFault))
    return new ToolExecutionError({ message: `The request to ${server} could not be made.`, cause, ...unsent })
  const why = cause.message
  if (cause.state === "unsent")
    return new ToolExecutionError({
      message: `The request to ${server} was not sent. ${why}${isFirst ? "" : redirected}`,
      cause,
      ...unsent
    })
  if (cause.state === "answered" || isSafe)
    return new ToolExecutionError({ message: `The request to ${server} failed. ${why}`, cause })
  const message = `The request to ${server} was sent, and has no answer. ${why} Look whether it took effect before you repeat it.`
  return new ToolOutcomeUnknown({ message, cause })
}

const redirected = " A redirect led there: the request before it was answered."
