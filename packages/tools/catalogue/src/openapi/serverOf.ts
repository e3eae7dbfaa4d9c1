import { quoted } from "@toolgate/core"
import type { YamlNode } from "@toolgate/yaml-reading"
import { entriesOf, itemsOf, memberOf, textIn } from "./nodes.ts"
import type { OpenApiDocument } from "./OpenApiDocument.ts"
import type { Operation } from "./Operation.ts"

/**
 * Returns the URL that the path of an operation is appended to, without a slash at its end; `undefined` after reporting that the
 * document names none.
 */
export const serverOf = (
  document: OpenApiDocument,
  { node, shared }: Operation,
  given: string | undefined
): string | undefined => {
  const { root, isSwagger } = document
  if (given !== undefined) return given.replace(/(?<!\/)\/+$/, "")
  const servers = memberOf(node, "servers") ?? memberOf(shared, "servers") ?? memberOf(root, "servers")
  const [server] = itemsOf(servers)
  const url = isSwagger ? swaggerUrl(root) : server === undefined ? undefined : filled(server)
  if (url !== undefined && /^https?:\/\/[^/?#{}]+(?:\/[^?#{}]*)?$/.test(url)) return url.replace(/(?<!\/)\/+$/, "")
  const says = url === undefined ? "the document names no server" : `the server ${quoted(url)} is no whole URL`
  return document.fault(server?.at ?? servers?.at ?? root.at, `${says}; give the URL of one with --server`)
}

/** Returns the URL of a server with the defaults of its variables. */
const filled = (server: YamlNode): string | undefined => {
  const variables = new Map(
    entriesOf(memberOf(server, "variables")).map(({ key, value }) => [key, textIn(memberOf(value, "default"))])
  )
  return textIn(memberOf(server, "url"))?.replaceAll(/\{([^{}]*)\}/g, (whole, name) => variables.get(name) ?? whole)
}

const swaggerUrl = (root: YamlNode): string | undefined => {
  const host = textIn(memberOf(root, "host"))
  if (host === undefined) return undefined
  const schemes = itemsOf(memberOf(root, "schemes")).map(textIn)
  return `${schemes.includes("http") && !schemes.includes("https") ? "http" : "https"}://${host}${textIn(memberOf(root, "basePath")) ?? ""}`
}
