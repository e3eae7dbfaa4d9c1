import { canonicalizeHostname } from "@toolgate/core/access"
import { type Placeholder, parseTextTemplate, selectPlaceholders, type TemplatePart } from "./parseTextTemplate.ts"

/** The URL of an HTTP tool. Scheme, host and port are fixed; arguments can only fill path and query. */
export interface UrlTemplate {
  readonly scheme: "http:" | "https:"
  /** The host in URL notation, with IPv6 in brackets. */
  readonly host: string
  /** The host as written in policies. */
  readonly judgedHost: string
  readonly port: number
  /** The path segments. */
  readonly segments: ReadonlyArray<ReadonlyArray<TemplatePart>>
  readonly query: ReadonlyArray<QueryPair>
}

/** A query parameter: a constant name, and the value. */
export interface QueryPair {
  readonly begin: string
  readonly value: ReadonlyArray<TemplatePart>
}

/** A problem of a template: its offset, and a message in lower case without full stop. */
export interface TemplateFault {
  readonly at: number
  readonly fault: string
}

/** Reads the template of a URL. */
export const readUrlTemplate = (text: string): UrlTemplate | TemplateFault => {
  const secret = text.indexOf("${")
  if (secret !== -1)
    return faultAt(secret, 'a URL must not contain secrets, because it is shown and logged; give them under "headers"')
  const [whole, scheme = "", authority = ""] = /^([^:/?#]*):\/\/([^/?#\\]*)/.exec(text) ?? []
  if (whole === undefined) return faultAt(0, 'the URL must begin with "https://" or "http://" and a host')
  const braces = /[{}]/.exec(whole)
  if (braces !== null)
    return faultAt(
      braces.index,
      "the scheme, the host and the port of a URL are fixed: they cannot contain an argument"
    )
  if (scheme !== "https" && scheme !== "http") return faultAt(0, "the URL must begin with https:// or http://")
  const user = authority.indexOf("@")
  if (user !== -1)
    return faultAt(scheme.length + 3, 'the URL holds credentials; give them under "headers", by a reference')
  if (authority === "" || !URL.canParse(whole)) return faultAt(scheme.length + 3, "the URL has no valid host")
  const url = new URL(whole)
  const judgedHost = canonicalizeHostname(url.hostname)
  if (judgedHost === undefined) return faultAt(scheme.length + 3, "the URL has no valid host")
  const beyond = text.slice(whole.length)
  const odd = /[^A-Za-z0-9\-._~!$&'()*+,;=:@/?%{}]|%(?![0-9A-Fa-f]{2})/u.exec(beyond)
  if (odd !== null)
    return faultAt(
      whole.length + odd.index,
      odd[0] === "#"
        ? "a URL must not have a fragment, because servers do not see it"
        : "this character is not allowed in a URL; write it with percent signs, as in %20 for a blank"
    )
  const mark = beyond.indexOf("?")
  const path = mark === -1 ? beyond : beyond.slice(0, mark)
  const read = segmentsOf(path, whole.length)
  if ("fault" in read) return read
  const query = mark === -1 ? [] : queryOf(beyond.slice(mark + 1), whole.length + mark + 1)
  if ("fault" in query) return query
  const port = url.port === "" ? (scheme === "https" ? 443 : 80) : Number(url.port)
  return { scheme: `${scheme}:`, host: url.hostname, judgedHost, port, segments: read, query }
}

const segmentsOf = (path: string, from: number): UrlTemplate["segments"] | TemplateFault => {
  const segments: Array<ReadonlyArray<TemplatePart>> = []
  let at = from
  for (const text of path.split("/")) {
    if (/^(?:\.|%2e){1,2}$/i.test(text)) return faultAt(at, 'a path must not have the parts "." and ".."')
    const parts = placed(text, at)
    if ("fault" in parts) return parts
    segments.push(parts)
    at += text.length + 1
  }
  // The first part is before the first slash, and empty.
  return segments.slice(1).length === 0 ? [[]] : segments.slice(1)
}

const queryOf = (query: string, from: number): ReadonlyArray<QueryPair> | TemplateFault => {
  const pairs: Array<QueryPair> = []
  let at = from
  for (const text of query.split("&")) {
    const equals = text.indexOf("=")
    const begin = equals === -1 ? text : text.slice(0, equals + 1)
    const brace = /[{}]/.exec(begin)
    if (brace !== null) return faultAt(at + brace.index, 'an argument must follow "=" in a query, as in "?name={name}"')
    const value = placed(text.slice(begin.length), at + begin.length)
    if ("fault" in value) return value
    pairs.push({ begin, value })
    at += text.length + 1
  }
  return pairs
}

/** Splits a part of a URL. A brace is a placeholder or a mistake. */
const placed = (text: string, from: number): ReadonlyArray<TemplatePart> | TemplateFault => {
  const parts = parseTextTemplate(text)
  for (const part of parts)
    if (typeof part === "string" && /[{}]/.test(part))
      return faultAt(
        from + text.search(/[{}]/),
        'a brace in a URL must be part of a placeholder, as in "{name}"; write %7B and %7D'
      )
  return parts.map((part) => (typeof part === "string" ? part : { ...part, at: from + part.at }))
}

const faultAt = (at: number, fault: string): TemplateFault => ({ at, fault })

/** Returns the arguments used in a URL. */
export const listUrlPlaceholders = ({ segments, query }: UrlTemplate): ReadonlyArray<Placeholder> =>
  [...segments, ...query.map(({ value }) => value)].flatMap(selectPlaceholders)
