import { lookup } from "node:dns/promises"
import { BlockList, isIP } from "node:net"
import { NotAuthorized } from "./NotAuthorized.ts"

/**
 * The zones of addresses, outermost first: reachable from everywhere, from a private network, from this machine, or on
 * this link only.
 */
const zones = ["public", "private", "loopback", "link"] as const

const listed = (ranges: ReadonlyArray<readonly [address: string, prefix: number]>): BlockList => {
  const list = new BlockList()
  for (const [address, prefix] of ranges) list.addSubnet(address, prefix, isIP(address) === 4 ? "ipv4" : "ipv6")
  return list
}

const loopback = listed([
  ["127.0.0.0", 8],
  ["::1", 128]
])
const link = listed([
  ["0.0.0.0", 8],
  ["169.254.0.0", 16],
  ["224.0.0.0", 3],
  ["::", 128],
  ["fe80::", 10],
  ["ff00::", 8]
])
const inner = listed([
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  // The obsolete IPv6 notation for IPv4 addresses, such as ::127.0.0.1.
  ["::", 96],
  ["64:ff9b::", 96],
  ["2002::", 16],
  ["fc00::", 7],
  ["fec0::", 10]
])

const zoneOf = (address: string): number => {
  // BlockList matches an IPv4 address that is written as IPv6, too.
  const family = isIP(address) === 4 ? "ipv4" : "ipv6"
  const found = [link, loopback, inner].findIndex((list) => list.check(address, family))
  return found === -1 ? 0 : ([3, 2, 1][found] ?? 0)
}

const addressesOf = async (hostname: string): Promise<ReadonlyArray<string>> => {
  const host = hostname.replace(/^\[|\]$/g, "")
  return isIP(host) === 0 ? (await lookup(host, { all: true })).map(({ address }) => address) : [host]
}

const innermost = async (url: URL): Promise<number> => Math.max(...(await addressesOf(url.hostname)).map(zoneOf))

/** Whether the host of a URL is this machine. DNS is not asked. */
const isLoopback = ({ hostname }: URL): boolean =>
  hostname === "localhost" || /^127(?:\.\d+){3}$/.test(hostname) || hostname === "[::1]"

/**
 * Refuses an authorization address that is not `https`, or that lies further inside the network than the server: a
 * server on the internet could otherwise direct requests to services on this machine or its network. Plain `http` is
 * allowed for servers on this machine only.
 */
export const refuseInside = async (target: URL, server: URL): Promise<void> => {
  const isSecure =
    target.protocol === "https:" || (target.protocol === "http:" && isLoopback(target) && isLoopback(server))
  if (!isSecure) throw new NotAuthorized({ message: "Its authorization address does not use https." })
  // The host may have moved inside since the check, but TLS still authenticates it.
  if (target.host === server.host) return
  const [to, from] = await Promise.all([innermost(target), innermost(server)])
  if (to > from || zones[to] === "link")
    throw new NotAuthorized({
      message: `It names a ${zones[to]} address for its authorization, further inside the network than the server itself. It was refused.`
    })
}
