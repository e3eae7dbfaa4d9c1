import { ToolExecutionError, ToolOutcomeUnknown } from "@toolgate/core"
import { HttpFault } from "./HttpFault.ts"

interface Failed {
  /** The server as messages name it. */
  readonly server: string
  readonly isSafe: boolean
  /** Whether the request is the first of its call, as by default. A redirect that fails follows a request that was answered. */
  readonly isFirst?: boolean
  /** Takes secrets out of what the fault says. */
  readonly redact?: (text: string) => string
}

/** Returns the error for the model of a request without a usable answer. */
export const failureOf = (
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
  const message = `The request to ${server} was sent, and has no answer. ${why} Look whether it took effect before you repeat it.`
  return new ToolOutcomeUnknown({ message, cause })
}

const redirected = " A redirect led there: the request before it was answered."
