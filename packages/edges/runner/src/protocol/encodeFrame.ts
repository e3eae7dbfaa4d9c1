import type { RunnerMessage } from "./RunnerMessage.ts"
import type { SupervisorMessage } from "./SupervisorMessage.ts"

/**
 * Encodes a message as one line of JSON without raw line breaks. Lone surrogates are escaped, so that the line is valid
 * UTF-8. The sender must check the length.
 */
export const encodeFrame = (message: RunnerMessage | SupervisorMessage): string => `${JSON.stringify(message)}\n`
