import { ConnectionFailed } from "../errors/ConnectionFailed.ts"
import { RequestTimedOut } from "../errors/RequestTimedOut.ts"
import { ToolgateProblem } from "../errors/ToolgateProblem.ts"
import { UnexpectedAnswer } from "../errors/UnexpectedAnswer.ts"
import { getPauseMs, longestPauseMs } from "./pause.ts"

/** Returns the pause after which a failed request is sent again, in milliseconds; `undefined` if it is not. */
export const planRetry = (error: unknown, failures: number, isRepeatable: boolean): number | undefined => {
  if (error instanceof RequestTimedOut || !(isRepeatable ? isPassing(error) : hadNoEffect(error))) return undefined
  const ms = getRetryMs(error, failures)
  return ms > longestPauseMs ? undefined : ms
}

/** Returns the pause after a failure, in milliseconds. It is not shorter than the server asks for. */
export const getRetryMs = (error: unknown, failures: number): number => {
  const asked = error instanceof ToolgateProblem || error instanceof UnexpectedAnswer ? error.retryAfterMs : undefined
  return Math.max(asked ?? 0, getPauseMs(failures))
}

/** Whether the same request may succeed later. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ConnectionFailed ||
  error instanceof RequestTimedOut ||
  ((error instanceof ToolgateProblem || error instanceof UnexpectedAnswer) && passing.has(error.status))

/** Whether a failure proves that the request had no effect, and may succeed later. */
const hadNoEffect = (error: unknown): boolean =>
  error instanceof ConnectionFailed
    ? error.executed === "no"
    : error instanceof ToolgateProblem && error.type === "urn:toolgate:too-many"

const passing = new Set([429, 502, 503, 504])
