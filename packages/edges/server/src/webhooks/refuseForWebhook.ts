import { findAddressRefusal, HttpFault, type RefuseAddress } from "@toolgate/catalogue/http-requests"

/**
 * Returns which addresses a receiver must not have. The reason does not contain the address, so that the log does not map
 * the network.
 */
export const refuseForWebhook =
  (allowPrivate: boolean): RefuseAddress =>
  (address, { scheme }) => {
    const kind = findAddressRefusal(address)
    const isInside = kind === "private" || kind === "loopback"
    if (isInside && !allowPrivate)
      return new HttpFault("unsent", `Its address is ${kind}. Only "allowPrivate" permits such an address.`)
    if (kind !== undefined && !isInside)
      return new HttpFault("unsent", `Its address is ${kind}, which is never reached.`)
    if (kind === undefined && scheme === "http:")
      return new HttpFault("unsent", "Its address is public, and public addresses are reached by https only.")
    return undefined
  }
