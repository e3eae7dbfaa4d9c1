/** Waits for a promise, or until the signal is aborted: the rejection is then the reason. What was begun goes on without anybody waiting. */
export const orAborted = async <A>(promise: PromiseLike<A>, signal: AbortSignal): Promise<A> => {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener("abort", abort, { once: true })
  if (signal.aborted) abort()
  return await Promise.race([promise, aborted.promise]).finally(() => signal.removeEventListener("abort", abort))
}
