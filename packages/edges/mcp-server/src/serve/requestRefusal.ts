import type { IncomingMessage } from "node:http"

/** The path at which a gate serves MCP. */
export const path = "/mcp"

/** Returns why a request is refused whoever makes it: its status, and a sentence. */
export const requestRefusal = ({
  method = "",
  headers,
  headersDistinct,
  url = ""
}: IncomingMessage): readonly [number, string] | undefined => {
  // Whoever passes a request on may read another one of the two.
  const twice = unambiguous.find((name) => (headersDistinct[name]?.length ?? 0) > 1)
  if (twice !== undefined) return [400, `The header "${twice}" is there twice.`]
  if (!localHost.test(headers.host ?? "") || !URL.canParse(`http://${headers.host}`))
    return [403, "The Host is not of this machine."]
  if (headers.origin !== undefined && !localOrigin.test(headers.origin))
    return [403, "The Origin is not of this machine."]
  // Addresses are kept in logs and histories, where a token has no place.
  if (url.includes("?")) return [400, "The address takes no parameters; a token belongs into the Authorization header."]
  if (url !== path) return [404, `Nothing is served here but ${path}.`]
  if (!methods.includes(method)) return [405, `The method is none of ${methods.join(", ")}.`]
  return /^(?:identity)?$/i.test(headers["content-encoding"] ?? "")
    ? undefined
    : [415, "The body has to be sent as it is, without an encoding."]
}

/** The methods that a gate answers. */
export const methods = ["POST", "GET", "DELETE"]

const unambiguous = [
  "host",
  "origin",
  "authorization",
  "content-type",
  "content-encoding",
  "mcp-protocol-version",
  "mcp-session-id",
  "mcp-method",
  "mcp-name"
]

// A parser of addresses would take other texts for these too, such as "0x7f.1" and "evil@localhost".
const localHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i
const localOrigin = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i
