import { formatBytes } from "../../measures.ts"
import type { CallRefusal } from "../GuestWorld.ts"

/** A call that a script wants to make, and how many calls of its kind it has made. */
interface WantedCall {
  readonly tool: string
  readonly argsBytes: number
  readonly made: number
}

/** Limits on a script's tool calls, broker requests and arguments. */
interface CallBounds {
  readonly calls: number
  readonly requests: number
  readonly argsBytes: number
}

/** Returns why a call is refused, or `undefined`. */
export const checkCall = (wanted: WantedCall, bounds: CallBounds): CallRefusal | undefined => {
  if (wanted.tool.length > longestName)
    return invalid(`The call was not made: a tool name has at most ${longestName} characters.`)
  if (wanted.argsBytes > bounds.argsBytes)
    return invalid(
      `The call was not made: its arguments have ${wanted.argsBytes} bytes of JSON; the limit is ${formatBytes(bounds.argsBytes)}.`
    )
  if (isRequest(wanted.tool, bounds))
    return wanted.made < bounds.requests
      ? undefined
      : denyCall(
          `The request was not made: this script may make ${bounds.requests} requests besides its calls, and has made them.`
        )
  if (wanted.made >= bounds.calls)
    return denyCall(
      `The call was not made: this script may make ${many(bounds.calls)} of other tools, and has made ${bounds.calls === 1 ? "it" : "them"}.`
    )
  return undefined
}

/** Whether a call is a request to the script's broker. Without a broker, no call is. */
export const isRequest = (tool: string, { requests }: Pick<CallBounds, "requests">): boolean =>
  tool === "" && requests > 0

// The same members as in the gate's refusal for this reason.
const invalid = (message: string): CallRefusal => ({
  message,
  status: "invalid",
  errorClass: "validation_error",
  executed: "no"
})

/** Returns the refusal of a call beyond a limit. */
export const denyCall = (message: string): CallRefusal => ({
  message,
  status: "denied",
  errorClass: "permission_denied",
  executed: "no"
})

const many = (calls: number): string => (calls === 1 ? "1 call" : `${calls} calls`)

/** The longest tool name that a script may call, in characters. */
const longestName = 1_024
