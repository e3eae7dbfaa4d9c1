import type { RunnerMessage } from "./RunnerMessage.ts"
import type { SupervisorMessage } from "./SupervisorMessage.ts"

/**
 * A message as one line of JSON. No line end stands raw within it, whatever the message holds, and half a surrogate pair is
 * escaped, so that it is UTF-8. How long it may be is for the sender to see to.
 */
export const encodeFrame = (message: RunnerMessage | SupervisorMessage): string => `${JSON.stringify(message)}\n`
