import type { IncomingMessage } from "node:http"

/** The path of the MCP endpoint. */
export const path = "/mcp"

/** Returns why a request is refused regardless of its sender: the status and a sentence. */
export const refuseRequest = ({
  method = "",
  headers,
  headersDistinct,
  url = ""
}: IncomingMessage): readonly [number, string] | undefined => {
  // A proxy may use the other of two headers.
  const twice = unambiguous.find((name) => (headersDistinct[name]?.length ?? 0) > 1)
  if (twice !== undefined) return [400, `The header "${twice}" occurs twice.`]
  if (!localHost.test(headers.host ?? "") || !URL.canParse(`http://${headers.host}`))
    return [403, "The Host header does not name this machine."]
  if (headers.origin !== undefined && !localOrigin.test(headers.origin))
    return [403, "The Origin header does not name this machine."]
  // Addresses end up in logs and histories, so a token must not be part of one.
  if (url.includes("?")) return [400, "The address takes no parameters. Send the token in the Authorization header."]
  if (url !== path) return [404, `Only ${path} is served here.`]
  if (!methods.includes(method)) return [405, `The method must be one of ${methods.join(", ")}.`]
  return /^(?:identity)?$/i.test(headers["content-encoding"] ?? "")
    ? undefined
    : [415, "The body must not have a content encoding."]
}

/** The HTTP methods of the endpoint. */
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

// Exact texts: a URL parser would also accept "0x7f.1" and "evil@localhost".
const localHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i
const localOrigin = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i
