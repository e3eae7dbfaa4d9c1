/**
 * A parsed host pattern: `h` is one host, `*.h` has one more label before `h`, `**.h` one or more, and `**` is any host. A
 * final `:PORT` limits the pattern to one port. Hosts are compared label by label, in the URL standard's form.
 */
export interface HostPattern {
  readonly text: string
  readonly host: string
  readonly port: number | "any"
  /** The labels before the fixed ones: none, exactly one, at least one (`"some"`), or any number for the pattern `**`. */
  readonly before: "none" | "one" | "some" | "any"
  /** The literal labels or the address. Empty for `**`. */
  readonly fixed: string
}

/**
 * Parses a host pattern, or returns the problem as a predicate about the pattern.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { parseHostPattern } from "@toolgate/core/access"
 *
 * const pattern = parseHostPattern("**.example.com")
 * assert.equal(typeof pattern !== "string" && pattern.port, "any")
 * // An invalid text returns the problem.
 * assert.equal(parseHostPattern("https://example.com/"), "holds more than a host and a port")
 * ```
 */
export const parseHostPattern = (text: string): HostPattern | string => {
  if (text.includes("/") || text.includes("@")) return "holds more than a host and a port"
  const { host, port } = cut(text)
  if (port === undefined) return "has a port that is not a number from 1 to 65535"
  if (host === "**") return { text, host, port, before: "any", fixed: "" }
  const stars = /^\*{1,2}(?=\.)/.exec(host)?.[0] ?? ""
  const rest = stars === "" ? host : host.slice(stars.length + 1)
  if (rest.includes("*")) return 'may hold "*" or "**" only as its first label'
  const fixed = canonicalizeHost(rest)
  if (fixed === undefined) return "is not the name or address of a host"
  if (stars !== "" && isAddress(fixed)) return "puts a label before an address"
  const before = stars === "" ? "none" : stars === "*" ? "one" : "some"
  return { text, host: stars === "" ? fixed : `${stars}.${fixed}`, port, before, fixed }
}

/**
 * Whether a pattern matches a canonical host on a port. With `"any"`, it has to match every port.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { matchesHost, parseHostPattern } from "@toolgate/core/access"
 *
 * const pattern = parseHostPattern("*.example.com:443")
 * assert(typeof pattern !== "string")
 * assert.equal(matchesHost(pattern, "api.example.com", 443), true)
 * // A star stands for one label.
 * assert.equal(matchesHost(pattern, "a.api.example.com", 443), false)
 * ```
 */
export const matchesHost = (
  { before, fixed, port }: Pick<HostPattern, "before" | "fixed" | "port">,
  host: string,
  on: number | "any"
): boolean => (port === "any" || port === on) && nameMatches(before, fixed, host)

const nameMatches = (before: HostPattern["before"], fixed: string, host: string): boolean => {
  if (before === "any") return true
  if (before === "none") return host === fixed
  if (isAddress(host) || !host.endsWith(`.${fixed}`)) return false
  const labels = host.slice(0, -fixed.length - 1)
  return labels !== "" && (before === "some" || !labels.includes("."))
}

/**
 * Returns the canonical form of a host (https://url.spec.whatwg.org/#host-parsing): lower case, punycode, IPv4 in four
 * decimal parts, IPv4 inside IPv6 as IPv4, no trailing dot. Returns `undefined` if the text is not a host.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { canonicalizeHost } from "@toolgate/core/access"
 *
 * assert.equal(canonicalizeHost("EXAMPLE.com."), "example.com")
 * // Another spelling of 127.0.0.1.
 * assert.equal(canonicalizeHost("0x7f.1"), "127.0.0.1")
 * assert.equal(canonicalizeHost("two hosts"), undefined)
 * ```
 */
export const canonicalizeHost = (host: string): string | undefined => {
  if (host === "" || /[\s/?#@\\]/.test(host) || (host.includes(":") && !/^\[.*\]$/.test(host))) return undefined
  const parsed = URL.parse(`http://${host}/`)
  if (parsed === null || parsed.port !== "" || parsed.username !== "") return undefined
  return canonicalizeHostname(parsed.hostname)
}

/**
 * Like `canonicalizeHost`, for the `hostname` of a parsed URL.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { canonicalizeHostname } from "@toolgate/core/access"
 *
 * assert.equal(canonicalizeHostname(new URL("https://example.com./a").hostname), "example.com")
 * ```
 */
export const canonicalizeHostname = (hostname: string): string | undefined => {
  if (hostname.startsWith("[")) return embeddedIpv4(hostname) ?? hostname
  const name = hostname.endsWith(".") ? hostname.slice(0, -1) : hostname
  return name === "" || name.split(".").includes("") ? undefined : name
}

/**
 * Returns the IPv4 address inside an IPv6 address: mapped (RFC 4291 §2.5.5.2), compatible (§2.5.5.1, except "::" and
 * "::1") or NAT64 (RFC 6052 §2.1). Expects IPv6 in the URL standard's form. Returns `undefined` for other hosts.
 */
const embeddedIpv4 = (hostname: string): string | undefined => {
  const [, prefix, high, low] = /^\[(::ffff:|64:ff9b::|::)(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4})\]$/.exec(hostname) ?? []
  if (low === undefined || (prefix === "::" && high === undefined)) return undefined
  const [upper, lower] = [Number.parseInt(high ?? "0", 16), Number.parseInt(low, 16)]
  return `${upper >> 8}.${upper & 255}.${lower >> 8}.${lower & 255}`
}

const isAddress = (host: string) => host.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(host)

const cut = (text: string): { readonly host: string; readonly port: number | "any" | undefined } => {
  const colon = text.indexOf(":", text.lastIndexOf("]") + 1)
  if (colon === -1) return { host: text, port: "any" }
  const port = text.slice(colon + 1)
  const number = Number(port)
  const valid = /^\d{1,5}$/.test(port) && number >= 1 && number <= 65_535
  return { host: text.slice(0, colon), port: port === "*" ? "any" : valid ? number : undefined }
}
