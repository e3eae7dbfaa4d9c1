import {
  canonicalHostname,
  type HostResource,
  type Json,
  type Refused,
  type Resource,
  refused,
  type UrlDeclaration
} from "@toolgate/core"

/** The host that an argument's URL connects to, or why it is no such URL. */
export const resolveUrl = ({ arg, fallback }: UrlDeclaration, given: Json | undefined): Resource | Refused => {
  const text = given === undefined ? fallback : given
  if (typeof text !== "string") return wrong(arg, "has to be a string that holds a URL")
  // Parsers differ in what they make of these, and the tool may use another than ours.
  if (/[\s\\\p{Cc}]/u.test(text)) return wrong(arg, "holds a blank, a backslash or a control character")
  const url = URL.parse(text)
  if (url === null) return wrong(arg, 'is not a URL; write it in full, as in "https://example.org/path"')
  if (!defaultPorts.has(url.protocol)) return wrong(arg, "is neither an http nor an https URL")
  if (url.username !== "" || url.password !== "")
    return wrong(arg, "holds a user name or a password, which may pass for the host")
  const host = hostOf(text)
  return host === undefined ? wrong(arg, "names no host") : { kind: "host", ...host }
}

/** The host and port that an http or https URL connects to; `undefined` for what is none. */
export const hostOf = (text: string): Pick<HostResource, "host" | "port"> | undefined => {
  const url = URL.parse(text)
  const port = url === null ? undefined : defaultPorts.get(url.protocol)
  const host = url === null ? undefined : canonicalHostname(url.hostname)
  if (url === null || port === undefined || host === undefined) return undefined
  return { host, port: url.port === "" ? port : Number(url.port) }
}

const defaultPorts: ReadonlyMap<string, number> = new Map([
  ["http:", 80],
  ["https:", 443]
])

const wrong = (arg: string, what: string) => refused("InvalidArgs", `The argument at "${arg}" ${what}.`, { arg })
