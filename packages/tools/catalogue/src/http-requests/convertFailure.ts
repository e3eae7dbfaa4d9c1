import { ToolExecutionError, ToolOutcomeUnknown } from "@toolgate/core"
import { HttpFault } from "./HttpFault.ts"

interface Failed {
  /** The server's name for messages. */
  readonly server: string
  readonly isSafe: boolean
  /** Whether this is the first request of its call. Default true. False for a redirect, because an earlier request was answered. */
  readonly isFirst?: boolean
  /** Removes secrets from the fault's message. */
  readonly redact?: (text: string) => string
}

/** Converts a failed request to an error for the model. */
export const convertFailure = (
  cause: unknown,
  { server, isSafe, isFirst = true, redact = (text) => text }: Failed
): ToolExecutionError | ToolOutcomeUnknown => {
  const unsent = isFirst ? ({ executed: "no" } as const) : {}
  if (!(cause instanceof HttpFault))
    return new ToolExecutionError({ message: `The request to ${server} could not be made.`, cause, ...unsent })
  const why = redact(cause.message)
  if (cause.state === "unsent")
    return new ToolExecutionError({
      message: `The request to ${server} was not sent. ${why}${isFirst ? "" : redirected}`,
      cause,
      ...unsent
    })
  if (cause.state === "answered" || isSafe)
    return new ToolExecutionError({ message: `The request to ${server} failed. ${why}`, cause })
  const message = `The request to ${server} was sent, but got no answer. ${why} Check whether it took effect before you repeat it.`
  return new ToolOutcomeUnknown({ message, cause })
}

const redirected = " A redirect led there: the request before it was answered."
