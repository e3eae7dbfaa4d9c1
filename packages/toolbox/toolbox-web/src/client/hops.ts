import { randomUUID } from "node:crypto"

/** The most redirects that are followed for one call, over all hosts. */
export const mostRedirects = 5

const left = new Map<string, number>()

/** Returns the number of redirects that a call may still follow. A call that follows a redirect itself has what its parent left. */
export const hopsLeft = (callId: string): number => left.get(callId) ?? mostRedirects

/** Runs a child call that may follow so many redirects. Its id cannot be guessed, so that no other call takes its place. */
export const withHops = async <A>(hops: number, call: (id: string) => PromiseLike<A>): Promise<A> => {
  const id = `redirect-${randomUUID()}`
  left.set(id, hops)
  try {
    return await call(id)
  } finally {
    left.delete(id)
  }
}
