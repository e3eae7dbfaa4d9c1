import type { RunnerMessage } from "./RunnerMessage.ts"
import type { SupervisorMessage } from "./SupervisorMessage.ts"

/**
 * Returns a message as one line of JSON. The line has no raw line end within it, whatever the message holds. Half a
 * surrogate pair is escaped, so that the line is UTF-8. The sender has to check the length.
 */
export const encodeFrame = (message: RunnerMessage | SupervisorMessage): string => `${JSON.stringify(message)}\n`
