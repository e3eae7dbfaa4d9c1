import { createServer, type IncomingHttpHeaders, request } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"

export interface FrontOptions {
  /** The gate's address. */
  readonly url: string
  readonly token: string
  /** The name of the fixture in the gate's configuration. */
  readonly server: string
}

/**
 * A proxy between the conformance suite and a gate. The suite uses fixed names and no tokens; the proxy adds the token,
 * and the prefixes that the gate puts before names and addresses. Everything else passes unchanged, including invalid
 * requests.
 */
export const openFront = async ({ url, token, server: owner }: FrontOptions) => {
  const [prefix, beginning] = [`mcp__${owner}__`, `mcp+${owner}+`]
  const named = (name: string) =>
    /^(test_|json_schema_)/.test(name) ? `${prefix}${name}` : name.startsWith("test://") ? `${beginning}${name}` : name
  const renamed = (given: Readonly<Record<string, unknown>> = {}) =>
    Object.fromEntries(
      Object.entries(given).map(([key, value]) => [
        key,
        (key === "name" || key === "uri") && typeof value === "string" ? named(value) : value
      ])
    )

  const bodyOf = (body: string): string => {
    try {
      const { params, ...message } = JSON.parse(body)
      const ref = params?.ref === undefined ? {} : { ref: renamed(params.ref) }
      return params === undefined ? body : JSON.stringify({ ...message, params: { ...renamed(params), ...ref } })
    } catch {
      return body
    }
  }

  const headersOf = (headers: IncomingHttpHeaders, body: string) => {
    const name = headers["mcp-name"]
    const length = body === "" ? {} : { "content-length": String(Buffer.byteLength(body)) }
    return {
      ...headers,
      ...(typeof name === "string" ? { "mcp-name": name.replace(/\S+/, named) } : {}),
      authorization: `Bearer ${token}`,
      ...length
    }
  }

  const server = createServer(async (incoming, outgoing) => {
    const body = bodyOf(await text(incoming))
    const { "transfer-encoding": _, ...headers } = headersOf(incoming.headers, body)
    const passed = request(url, { method: incoming.method ?? "GET", headers }, (answer) => {
      const { "content-length": _, ...told } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, told)
      outgoing.flushHeaders()
      // The gate writes each message in one piece, so names are never split.
      answer.setEncoding("utf8")
      answer.on("data", (piece: string) => outgoing.write(piece.replaceAll(prefix, "").replaceAll(beginning, "")))
      answer.on("end", () => outgoing.end())
    })
    passed.on("error", () => outgoing.destroy())
    outgoing.on("close", () => passed.destroy())
    passed.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return { port, close: () => server.closeAllConnections() }
}
