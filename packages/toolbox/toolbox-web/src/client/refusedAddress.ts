import ipaddr from "ipaddr.js"

/**
 * Returns why an address is not reached, as the name of its kind; `undefined` for an address of the public internet. What is not known
 * to be public is refused. An IPv4 address within an IPv6 address is judged itself: mapped, behind NAT64, or in a tunnel of ISATAP.
 */
export const refusedAddress = (address: string): string | undefined => {
  if (!ipaddr.isValid(address)) return "unreadable"
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv4) return refusedIpv4(parsed)
  if (parsed.isIPv4MappedAddress()) return refusedIpv4(parsed.toIPv4Address())
  if (parsed.match(nat64)) return refusedIpv4(new ipaddr.IPv4(parsed.toByteArray().slice(12)))
  const range = parsed.range()
  if (range !== "unicast") return words.get(range) ?? "reserved"
  if (isTunnel(parsed)) return refusedIpv4(new ipaddr.IPv4(parsed.toByteArray().slice(12)))
  // Addresses of tunnels and forms without a name hold IPv4 addresses, or are nobody's.
  return parsed.match(globalUnicast) ? undefined : "reserved"
}

const refusedIpv4 = (address: ipaddr.IPv4): string | undefined => {
  const text = address.toString()
  if (metadata.has(text)) return "metadata"
  const range = address.range()
  return range === "unicast" ? undefined : (words.get(range) ?? "reserved")
}

const isTunnel = ({ parts: [, , , , flags = 0, mark] }: ipaddr.IPv6): boolean =>
  (flags & 0xfdff) === 0 && mark === 0x5efe

const nat64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96")
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3")

/** The addresses at which clouds tell a machine its secrets. The second is public in form, and leads to Azure's own host. */
const metadata: ReadonlySet<string> = new Set(["169.254.169.254", "168.63.129.16", "100.100.100.200"])

const words: ReadonlyMap<string, string> = new Map([
  ["private", "private"],
  ["uniqueLocal", "private"],
  ["carrierGradeNat", "private"],
  ["loopback", "loopback"],
  ["linkLocal", "link-local"],
  ["unspecified", "unspecified"],
  ["multicast", "multicast"],
  ["broadcast", "broadcast"]
])
