import type { ClientOptions } from "../ClientOptions.ts"
import { ConnectionFailed } from "../errors/ConnectionFailed.ts"
import { checkOptions } from "./checkOptions.ts"
import { limitSignal } from "./limitSignal.ts"
import type { Operation, Parts, RequestOptions } from "./Operation.ts"
import { pause } from "./pause.ts"
import { planRetry } from "./planRetry.ts"
import { prepareRequest } from "./prepareRequest.ts"
import { readAnswer } from "./readAnswer.ts"
import { sendOnce } from "./sendOnce.ts"

/** Sends requests to one server. */
export interface Connection {
  /** Sends a request, again if this is safe, and returns the JSON of the answer. */
  readonly send: <A>(operation: Operation, parts?: Parts, options?: RequestOptions) => Promise<A>
  /** Sends a request once, and returns its response, whose body has no time limit. */
  readonly open: (operation: Operation, parts?: Parts, options?: RequestOptions) => Promise<OpenResponse>
}

/** A response whose body is still to be read. */
export interface OpenResponse {
  readonly response: Response
  /** Ends the connection. */
  readonly close: () => void
}

/** Makes a connection. Throws if the address or the token is invalid. */
export const makeConnection = (options: ClientOptions): Connection => {
  const server = checkOptions(options)
  const { fetch = globalThis.fetch, requestTimeoutMs: usualMs = 30_000, retries = 2 } = options

  const send = async <A>(operation: Operation, parts: Parts = {}, chosen: RequestOptions = {}): Promise<A> => {
    const request = prepareRequest(server, operation, parts)
    const { signal, release } = limitSignal(chosen.signal, findLimit(parts, chosen, usualMs))
    const isRepeatable = parts.isRepeatable ?? operation.startsWith("GET")
    let executedBefore: "no" | "unknown" = "no"
    try {
      for (let failures = 0; ; failures++)
        try {
          const attempt = { fetch, operation, request, signal, executedBefore }
          return (await sendOnce(attempt, (response, executed) => readAnswer(response, operation, executed))) as A
        } catch (error) {
          const ms = failures < retries ? planRetry(error, failures, isRepeatable) : undefined
          if (ms === undefined) throw error
          if (error instanceof ConnectionFailed) executedBefore = error.executed
          await pause(ms, signal).catch(() => {
            // The failure says more than the end of the time.
            throw chosen.signal?.aborted ? chosen.signal.reason : error
          })
        }
    } finally {
      release()
    }
  }

  const open = async (operation: Operation, parts: Parts = {}, chosen: RequestOptions = {}): Promise<OpenResponse> => {
    const request = prepareRequest(server, operation, parts)
    const { signal, stopClock, abort } = limitSignal(chosen.signal, chosen.requestTimeoutMs ?? usualMs)
    try {
      const attempt = { fetch, operation, request, signal, executedBefore: "no" as const }
      const response = await sendOnce(attempt, async (response, executed) => {
        if (!response.ok) await readAnswer(response, operation, executed)
        return response
      })
      stopClock()
      return { response, close: abort }
    } catch (error) {
      abort()
      throw error
    }
  }
  return { send, open }
}

const findLimit = ({ waits }: Parts, { requestTimeoutMs }: RequestOptions, usualMs: number): number | undefined => {
  if (requestTimeoutMs !== undefined) return requestTimeoutMs
  if (waits === undefined) return usualMs
  // The server answers at the end of its own time limit.
  return waits.timeoutMs === undefined ? undefined : waits.timeoutMs + usualMs
}
