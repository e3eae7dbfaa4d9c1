import {
  createCheckedConnect,
  findAddressRefusal,
  getPort,
  HttpFault,
  type RefuseAddress,
  send
} from "@toolgate/catalogue/http-requests"
import type { FetchImplementation } from "jose"

/**
 * Returns the function that fetches the keys of an issuer: without redirects and with limits. After a failure it pauses,
 * so that a flood of invalid tokens is no flood of requests to the issuer.
 */
export const fetchKeySet = (retryMs: number): FetchImplementation => {
  let failed: { readonly cause: unknown; readonly at: number } | undefined
  return async (address, { method, headers, signal }) => {
    if (failed !== undefined && Date.now() < failed.at + retryMs) throw failed.cause
    const url = new URL(address)
    try {
      const { status, body } = await send(
        {
          method,
          url: { scheme: url.protocol as "http:" | "https:", host: url.hostname, port: getPort(url) },
          target: `${url.pathname}${url.search}`,
          headers: Object.fromEntries(headers),
          body: undefined
        },
        { signal, mostBytes: mostKeyBytes, connect: createCheckedConnect(refuseForKeys) }
      )
      if (status !== 200) throw new HttpFault("answered", `It answered with status ${status}.`)
      if (!Array.isArray(JSON.parse(body.toString()).keys)) throw new HttpFault("answered", "It answered with no JWKS.")
      failed = undefined
      return new Response(new Uint8Array(body), { status })
    } catch (cause) {
      failed = { cause, at: Date.now() }
      throw cause
    }
  }
}

const mostKeyBytes = 256 * 1_024

/** Keys that anybody on the way could exchange let anybody in. */
const refuseForKeys: RefuseAddress = (address, { scheme }) => {
  const kind = findAddressRefusal(address)
  if (scheme === "http:" && kind !== "loopback")
    return new HttpFault("unsent", "Keys of another machine are fetched by https only.")
  return kind === undefined || kind === "private" || kind === "loopback"
    ? undefined
    : new HttpFault("unsent", `Its address is ${kind}, which is never reached.`)
}
