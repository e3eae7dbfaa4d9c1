import { type HostResource, type Json, type Refused, type Resource, refused, type UrlDeclaration } from "@toolgate/core"
import { canonicalizeHostname } from "@toolgate/core/access"

/** Returns the host of the URL in an argument, or refuses the argument. */
export const resolveUrl = ({ arg, fallback }: UrlDeclaration, given: Json | undefined): Resource | Refused => {
  const text = given === undefined ? fallback : given
  if (typeof text !== "string") return wrong(arg, "must be a string that holds a URL")
  // URL parsers disagree on these characters, and the tool may use another parser.
  if (/[\s\\\p{Cc}]/u.test(text)) return wrong(arg, "holds a blank, a backslash or a control character")
  const url = URL.parse(text)
  if (url === null) return wrong(arg, 'is not a URL; write it in full, as in "https://example.org/path"')
  if (!webSchemes.has(url.protocol)) return wrong(arg, "is neither an http nor an https URL")
  if (url.username !== "" || url.password !== "")
    return wrong(arg, "holds a user name or a password, which may pass for the host")
  const host = canonicalizeHostname(url.hostname)
  return host === undefined
    ? wrong(arg, "does not name a host")
    : { kind: "host", host, port: portOf(url.protocol, url.port) }
}

/**
 * Returns the host and port of a URL, or `undefined` if the text is not a URL. An unknown scheme has port 0, which only
 * a pattern for every port matches.
 */
export const parseHost = (text: string): Pick<HostResource, "host" | "port"> | undefined => {
  const [, scheme = "", authority = ""] = /^([a-z][a-z0-9+.-]*:)\/\/([^/?#]*)/i.exec(text) ?? []
  // Parsed as an http URL, because the URL standard does not normalise the hosts of other schemes.
  const url = URL.parse(`http://${authority}`)
  const host = url === null ? undefined : canonicalizeHostname(url.hostname)
  if (url === null || host === undefined) return undefined
  return { host, port: portOf(scheme.toLowerCase(), /:(\d+)$/.exec(authority)?.[1] ?? "") }
}

const portOf = (scheme: string, given: string): number => (given === "" ? (knownPorts.get(scheme) ?? 0) : Number(given))

const knownPorts: ReadonlyMap<string, number> = new Map([
  ["http:", 80],
  ["https:", 443],
  ["ws:", 80],
  ["wss:", 443],
  ["ftp:", 21],
  ["ssh:", 22],
  ["git:", 9418]
])

const webSchemes: ReadonlySet<string> = new Set(["http:", "https:"])

const wrong = (arg: string, what: string) => refused("InvalidArgs", `The argument "${arg.slice(1)}" ${what}.`, { arg })
