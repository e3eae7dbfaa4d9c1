import type { JsonObject } from "@toolgate/core"

/** A server, and an address in that server's own notation. */
export interface ServerAddress {
  readonly server: string
  readonly uri: string
}

/**
 * Returns the address under which clients find a server's resource. Only a prefix is added, so that a template stays a
 * valid template.
 */
export const toClientAddress = ({ server, uri }: ServerAddress): string => `mcp+${server}+${uri}`

/**
 * Splits an address that clients use into the server and the server's own address. Names of servers contain no "+", so
 * the split is unambiguous.
 */
export const parseClientAddress = (shown: string): ServerAddress | undefined => {
  const [, server, uri] = /^mcp\+([a-z0-9-]+)\+(.+)$/s.exec(shown) ?? []
  return server === undefined || uri === undefined ? undefined : { server, uri }
}

/**
 * The kinds of addresses that policy rules distinguish: `file` names a file, `url` a web host, and `other` something
 * that only the server understands.
 */
export const addressKinds = ["file", "url", "other"] as const

export type AddressKind = (typeof addressKinds)[number]

/** Returns the kind of an address, or `undefined` if the text is not an address. */
export const getAddressKind = (uri: string): AddressKind | undefined => {
  if (uri.length > longestAddress || !address.test(uri)) return undefined
  const scheme = uri.slice(0, uri.indexOf(":")).toLowerCase()
  return scheme === "file" ? "file" : scheme === "http" || scheme === "https" ? "url" : "other"
}

/** The arguments of the tool that reads a resource. */
export interface ResourceArguments {
  readonly kind: AddressKind
  readonly args: JsonObject
}

/** Returns the arguments for reading a resource, or `undefined` if the address cannot be judged. */
export const getResourceArguments = (uri: string): ResourceArguments | undefined => {
  const kind = getAddressKind(uri)
  if (kind !== "file") return kind && { kind, args: { uri } }
  const path = pathIn(uri)
  return path === undefined ? undefined : { kind, args: { uri, path } }
}

/** Whether a text has balanced braces, as a URI template does. */
export const isTemplate = (text: string): boolean => text.length <= longestAddress && template.test(text)

/**
 * Returns the path of a `file:` address. `undefined` if programs may disagree about the path: for "..", encoded
 * slashes, a host, a query or a fragment.
 */
const pathIn = (uri: string): string | undefined => {
  const [, written] = /^file:\/\/(\/[^?#\\]*)$/i.exec(uri) ?? []
  if (written === undefined || /%(?:2f|5c|00)/i.test(written)) return undefined
  try {
    const path = decodeURIComponent(written)
    return /\/\.{1,2}(?:\/|$)|\\|\p{Cc}/u.test(path) ? undefined : path
  } catch {
    return undefined
  }
}

// Wider than the standard: letters of any script are accepted.
const address = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s"<>\\^`{|}\p{Cc}\p{Cf}\p{Cs}]+$/u

const template = /^(?:[^\s"<>\\^`{|}\p{Cc}\p{Cf}\p{Cs}]|\{[^\s{}\p{Cc}\p{Cf}\p{Cs}]{1,200}\})+$/u

const longestAddress = 4_096
