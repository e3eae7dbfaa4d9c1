import type { IncomingMessage } from "node:http"
import { BlockList, isIP } from "node:net"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import * as Effect from "effect/Effect"
import { BadRequest, Forbidden } from "../../api/problems.ts"
import type { ListenAt } from "../../ServerOptions.ts"
import type { FindCaller } from "../FindCaller.ts"
import { isOwnPage } from "../guardRequests.ts"
import { isPersonName } from "./isPersonName.ts"
import { makePersonAccess } from "./makePersonAccess.ts"
import type { ProxyOptions } from "./ProxyOptions.ts"

/**
 * Returns the function that finds the person whom a reverse proxy names. The header from elsewhere is refused rather than
 * ignored: it shows that the server can be reached without the proxy, or that the proxy has moved.
 */
export const makeFindProxied = (options: ProxyOptions, listen: ListenAt): FindCaller => {
  const isProxy = makeIsProxy(options.addresses, "socket" in listen)
  const header = options.header.toLowerCase()
  return (request) =>
    Effect.gen(function* () {
      const { headersDistinct, socket } = NodeHttpServerRequest.toIncomingMessage(request) as IncomingMessage
      const values = headersDistinct[header]
      if (values === undefined) return undefined
      if (!isProxy(socket.remoteAddress))
        return yield* Effect.fail(BadRequest.problem(`Only the proxy may send the header "${header}".`, {}))
      const [value = "", ...further] = values.map((value) => value.trim())
      if (further.length > 0) return yield* Effect.fail(BadRequest.problem(`The header "${header}" occurs twice.`, {}))
      if (value === "") return undefined
      const name = decodeName(value)
      if (name === undefined)
        return yield* Effect.fail(BadRequest.problem(`The header "${header}" does not name one person.`, {}))
      // A browser that is signed in at the proxy sends this right along with requests of any page.
      if (request.method !== "GET" && request.method !== "HEAD" && !isOwnPage(request))
        return yield* Effect.fail(Forbidden.problem("The request has to come from a page of this server.", {}))
      const expiresAt = Date.now() + longestStreamMs
      const token = makePersonAccess({ source: `proxy ${header}`, subject: name, name, expiresAt }, options)
      return { token, again: Effect.sync(() => (Date.now() < expiresAt ? token : undefined)) }
    })
}

/** After this time, a client connects again, so that the proxy checks its person again. */
const longestStreamMs = 3_600_000

/** Returns whether an address is the proxy's. Throws for what is neither an address nor a network. */
const makeIsProxy = (addresses: ReadonlyArray<string>, isSocket: boolean) => {
  const known = new BlockList()
  for (const address of addresses.filter((one) => one !== "socket")) {
    const [network = "", bits, ...further] = address.split("/")
    const version = isIP(network)
    if (version === 0 || further.length > 0 || !/^\d{0,3}$/.test(bits ?? ""))
      throw new TypeError(`The proxy's address ${JSON.stringify(address)} is no IP address, network or "socket".`)
    known.addSubnet(network, Number(bits ?? (version === 4 ? 32 : 128)), version === 4 ? "ipv4" : "ipv6")
  }
  // A connection that has ended has no address, so its absence says nothing.
  if (isSocket) return () => addresses.includes("socket")
  return (remote = "") => {
    const address = remote.replace(/^::ffff:(?=[\d.]+$)/i, "")
    const version = isIP(address)
    return version !== 0 && known.check(address, version === 4 ? "ipv4" : "ipv6")
  }
}

/** Returns the one person of a header. With a comma, a proxy may have appended its header to that of a client. */
const decodeName = (value: string): string | undefined => {
  try {
    // Node reads the bytes of headers as Latin-1.
    const name = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(value, "latin1"))
    return isPersonName(name) && !name.includes(",") ? name : undefined
  } catch {
    return undefined
  }
}
