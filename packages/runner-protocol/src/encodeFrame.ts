import type { RunnerMessage } from "./RunnerMessage.ts"
import type { SupervisorMessage } from "./SupervisorMessage.ts"

/** A message as one line of JSON. */
export const encodeFrame = (message: RunnerMessage | SupervisorMessage): string => `${JSON.stringify(message)}\n`
