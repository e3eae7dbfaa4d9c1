import ipaddr from "ipaddr.js"

/**
 * Returns why an address is refused, as the name of its kind; `undefined` for a public address. Unknown ranges are
 * refused. An IPv4 address inside an IPv6 address is checked itself: mapped, NAT64 or ISATAP.
 */
export const findAddressRefusal = (address: string): string | undefined => {
  if (!ipaddr.isValid(address)) return "unreadable"
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv4) return refusedIpv4(parsed)
  if (parsed.isIPv4MappedAddress()) return refusedIpv4(parsed.toIPv4Address())
  if (parsed.match(nat64)) return refusedIpv4(new ipaddr.IPv4(parsed.toByteArray().slice(12)))
  const range = parsed.range()
  if (range !== "unicast") return words.get(range) ?? "reserved"
  if (isTunnel(parsed)) return refusedIpv4(new ipaddr.IPv4(parsed.toByteArray().slice(12)))
  // Other ranges contain IPv4 tunnels or are unassigned.
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

/**
 * The metadata addresses at which clouds give secrets to a machine. The second is formally public, and belongs to
 * Azure.
 */
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
