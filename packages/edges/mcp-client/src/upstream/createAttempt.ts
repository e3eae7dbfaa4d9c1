import { ToolCancelled } from "@toolgate/core"
import type { Connection } from "./Connection.ts"

/** Returns a promise of a connection, and its resolvers. A rejection without a waiting call is not unhandled. */
export const createAttempt = () => {
  const made = Promise.withResolvers<Connection>()
  made.promise.catch(() => {})
  return made
}

/** Settles with the promise, or rejects as soon as the signal aborts. */
export const rejectOnAbort = <A>(promise: Promise<A>, signal: AbortSignal): Promise<A> => {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(new ToolCancelled({ message: "The server is not connected yet.", executed: "no" }))
  signal.addEventListener("abort", abort, { once: true })
  if (signal.aborted) abort()
  return Promise.race([promise, aborted.promise]).finally(() => signal.removeEventListener("abort", abort))
}
