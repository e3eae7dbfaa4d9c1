import type { EndpointOptions, McpEndpoint } from "./serve/McpEndpoint.ts"
import type { StdioOptions } from "./serve/ServeOptions.ts"

/**
 * Serves a gate to one MCP client over this process's standard input and output, until the client disconnects. Returns
 * the number of messages from the client; rejects if the answers could not be written. No other code may use standard
 * input or output meanwhile. Loads the SDK of the protocol on the first call.
 *
 * ```ts
 * import { serveMcpStdio, type StdioOptions } from "@toolgate/mcp-server"
 *
 * export const serve = (options: Pick<StdioOptions, "gate" | "workspace">) =>
 *   serveMcpStdio({
 *     ...options,
 *     version: "1.0.0",
 *     caller: { name: "stdio", principal: { agent: "assistant", ceiling: { tools: "any" } }, approvals: "defer" },
 *     approveWith: (id) => `toolgate approvals approve ${id}`
 *   })
 * ```
 */
export const serveMcpStdio = async (options: StdioOptions): Promise<number> =>
  (await import("./serve/serveStdio.ts")).serveStdio(options)

/**
 * Opens a gate as an MCP endpoint of an HTTP server, which checks the requests and their tokens itself. `@toolgate/server`
 * has such a server.
 *
 * ```ts
 * import { type EndpointOptions, type McpCaller, openMcpEndpoint } from "@toolgate/mcp-server"
 *
 * export const listTools = async (options: EndpointOptions, caller: McpCaller) => {
 *   const { serve, close } = await openMcpEndpoint(options)
 *   const body = { jsonrpc: "2.0", id: 1, method: "initialize", params: {} }
 *   const request = new Request("http://127.0.0.1/mcp", { method: "POST" })
 *   const gone = new AbortController()
 *   const answer = await serve({ request, body, caller, gone: gone.signal, over: Promise.resolve() })
 *   await close()
 *   return answer
 * }
 * ```
 */
export const openMcpEndpoint = async (options: EndpointOptions): Promise<McpEndpoint> =>
  (await import("./serve/McpEndpoint.ts")).openEndpoint(options)
