/** Waits for a promise, or rejects with the signal's reason when it aborts. The work behind the promise continues. */
export const rejectOnAbort = async <A>(promise: PromiseLike<A>, signal: AbortSignal): Promise<A> => {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener("abort", abort, { once: true })
  if (signal.aborted) abort()
  return await Promise.race([promise, aborted.promise]).finally(() => signal.removeEventListener("abort", abort))
}
