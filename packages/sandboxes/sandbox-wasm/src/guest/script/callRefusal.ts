import { inBytes } from "../../measures.ts"
import type { CallRefusal } from "../GuestWorld.ts"

/** A call that a script wants to make, and the number of calls of its kind that it has made before. */
interface WantedCall {
  readonly tool: string
  readonly argsBytes: number
  readonly made: number
}

/** The number of calls that a script may make of tools and of its broker, and the length that their arguments may have. */
interface CallBounds {
  readonly calls: number
  readonly requests: number
  readonly argsBytes: number
}

/** Returns why a call is not made, or `undefined` if the call is made. */
export const callRefusal = (wanted: WantedCall, bounds: CallBounds): CallRefusal | undefined => {
  if (wanted.tool.length > longestName)
    return invalid(`The call was not made: the name of a tool has ${longestName} characters at the most.`)
  if (wanted.argsBytes > bounds.argsBytes)
    return invalid(
      `The call was not made: its arguments are ${wanted.argsBytes} bytes of JSON, and may be ${inBytes(bounds.argsBytes)}.`
    )
  if (isRequest(wanted.tool, bounds))
    return wanted.made < bounds.requests
      ? undefined
      : denied(`The request was not made: this script may make ${bounds.requests} beside its calls, and has made them.`)
  if (wanted.made >= bounds.calls)
    return denied(
      `The call was not made: this script may make ${many(bounds.calls)} of other tools, and has made ${bounds.calls === 1 ? "it" : "them"}.`
    )
  return undefined
}

/** Whether a call is a request to the broker of the script. A script without a broker makes none. */
export const isRequest = (tool: string, { requests }: Pick<CallBounds, "requests">): boolean =>
  tool === "" && requests > 0

// The members are those that the gate gives a call that it refuses for the same reason.
const invalid = (message: string): CallRefusal => ({
  message,
  status: "invalid",
  errorClass: "validation_error",
  executed: "no"
})

/** Returns the refusal of a call that is beyond a bound. */
export const denied = (message: string): CallRefusal => ({
  message,
  status: "denied",
  errorClass: "permission_denied",
  executed: "no"
})

const many = (calls: number): string => (calls === 1 ? "1 call" : `${calls} calls`)

/** The longest name of a tool that a script may ask for, in characters. */
const longestName = 1_024
