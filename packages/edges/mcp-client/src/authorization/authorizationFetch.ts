import { boundedFetch } from "../upstream/boundedFetch.ts"
import { refuseInside } from "./addressZone.ts"

/**
 * Returns a `fetch` for what a server's authorization takes: its metadata, registrations and tokens. Addresses are judged before they are
 * asked, answers are short, and nobody is waited for long. The SDK follows redirects within an origin only.
 */
export const authorizationFetch =
  (server: URL): typeof fetch =>
  async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    await refuseInside(url, server)
    const signal = AbortSignal.timeout(longestMs)
    return boundedFetch(mostBytes, () => {})(url, { ...init, signal })
  }

const mostBytes = 256 * 1024
const longestMs = 15_000
