import { randomUUID } from "node:crypto"

/** The limit for redirects of one call, across all hosts. */
export const mostRedirects = 5

const left = new Map<string, number>()

/** Returns the number of redirects that a call may still follow. A child call gets what its parent has left. */
export const countHopsLeft = (callId: string): number => left.get(callId) ?? mostRedirects

/** Runs a child call with a number of redirects left. Its id is random, so that no other call can take its place. */
export const runWithHops = async <A>(hops: number, call: (id: string) => PromiseLike<A>): Promise<A> => {
  const id = `redirect-${randomUUID()}`
  left.set(id, hops)
  try {
    return await call(id)
  } finally {
    left.delete(id)
  }
}
