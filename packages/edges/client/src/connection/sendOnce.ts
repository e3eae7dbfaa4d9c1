import { ConnectionFailed } from "../errors/ConnectionFailed.ts"
import { RequestTimedOut } from "../errors/RequestTimedOut.ts"
import { ToolgateProblem } from "../errors/ToolgateProblem.ts"
import { UnexpectedAnswer } from "../errors/UnexpectedAnswer.ts"
import { timeIsOver } from "./limitSignal.ts"
import type { Operation } from "./Operation.ts"
import type { PreparedRequest } from "./prepareRequest.ts"
import { wasNeverSent } from "./wasNeverSent.ts"

/** An attempt to send a request. */
export interface Attempt {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly operation: Operation
  readonly request: PreparedRequest
  readonly signal: AbortSignal
  /** Whether the request has had an effect already, because it was sent before. */
  readonly executedBefore: "no" | "unknown"
}

/** Sends a request, and returns what `read` returns for its response. */
export const sendOnce = async <A>(
  { fetch, operation, request, signal, executedBefore }: Attempt,
  read: (response: Response, executed: "no" | "unknown") => Promise<A>
): Promise<A> => {
  const executed = operation.startsWith("GET") ? "no" : "unknown"
  try {
    return await read(await fetch(request.url, { ...request.init, signal }), executed)
  } catch (error) {
    if (signal.aborted)
      throw signal.reason === timeIsOver ? new RequestTimedOut(operation, executed, error) : signal.reason
    if (error instanceof ToolgateProblem || error instanceof UnexpectedAnswer) throw error
    throw new ConnectionFailed(operation, wasNeverSent(error) ? executedBefore : executed, error)
  }
}
