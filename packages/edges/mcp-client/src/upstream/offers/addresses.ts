import type { JsonObject } from "@toolgate/core"

/** An address of a server's own, and the server. */
export interface ServerAddress {
  readonly server: string
  readonly uri: string
}

/**
 * Returns the address under which clients find a resource of a server. The beginning is all that is added: what follows it is the
 * server's own address, unchanged, so that a template of addresses is one with the beginning as well.
 */
export const shownAddress = ({ server, uri }: ServerAddress): string => `mcp+${server}+${uri}`

/** Returns whose address it is, and what the server itself calls it. A server's name holds no "+", so that there is one reading. */
export const serverAddress = (shown: string): ServerAddress | undefined => {
  const [, server, uri] = /^mcp\+([a-z0-9-]+)\+(.+)$/s.exec(shown) ?? []
  return server === undefined || uri === undefined ? undefined : { server, uri }
}

/**
 * The kinds of addresses, by what a policy can know of them: `file` names a file, `url` a host of the web, and `other` something
 * that only the server knows.
 */
export const addressKinds = ["file", "url", "other"] as const

export type AddressKind = (typeof addressKinds)[number]

/** Returns the kind of an address, or `undefined` for a text that is none. */
export const addressKind = (uri: string): AddressKind | undefined => {
  if (uri.length > longestAddress || !address.test(uri)) return undefined
  const scheme = uri.slice(0, uri.indexOf(":")).toLowerCase()
  return scheme === "file" ? "file" : scheme === "http" || scheme === "https" ? "url" : "other"
}

/** The arguments with which a resource is read, by the gate's tool for this kind of address. */
export interface ResourceArguments {
  readonly kind: AddressKind
  readonly args: JsonObject
}

/** Returns the arguments with which a resource is read, or `undefined` for a text that is no address that can be judged. */
export const resourceArguments = (uri: string): ResourceArguments | undefined => {
  const kind = addressKind(uri)
  if (kind !== "file") return kind && { kind, args: { uri } }
  const path = pathIn(uri)
  return path === undefined ? undefined : { kind, args: { uri, path } }
}

/** Whether a text is a template of addresses, as far as its braces go. */
export const isTemplate = (text: string): boolean => text.length <= longestAddress && template.test(text)

/**
 * Returns the path that a `file:` address names. `undefined` if two programs may read the address differently: for steps such as
 * "..", encoded slashes, a host, or anything behind the path.
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

// Wider than the standard: an address may hold letters of any script.
const address = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s"<>\\^`{|}\p{Cc}\p{Cf}\p{Cs}]+$/u

const template = /^(?:[^\s"<>\\^`{|}\p{Cc}\p{Cf}\p{Cs}]|\{[^\s{}\p{Cc}\p{Cf}\p{Cs}]{1,200}\})+$/u

const longestAddress = 4_096
