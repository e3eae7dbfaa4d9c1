import { createBoundedFetch } from "../upstream/createBoundedFetch.ts"
import { refuseInside } from "./addressZone.ts"

/**
 * Returns a `fetch` for the requests of an authorization: metadata, registration and tokens. It checks addresses first,
 * limits the size of answers and times out. The SDK follows redirects within an origin only.
 */
export const createAuthorizationFetch =
  (server: URL): typeof fetch =>
  async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    await refuseInside(url, server)
    const signal = AbortSignal.timeout(longestMs)
    return createBoundedFetch(mostBytes, () => {})(url, { ...init, signal })
  }

const mostBytes = 256 * 1024
const longestMs = 15_000
