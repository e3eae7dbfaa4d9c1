import type { HttpOptions, HttpServing, StdioOptions } from "./serve/ServeOptions.ts"

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
 * Serves a gate to MCP clients over HTTP on the loopback interface. A bearer token identifies each client. Rejects if
 * the port is taken.
 *
 * ```ts
 * import { createHash } from "node:crypto"
 * import { type HttpOptions, serveMcpHttp } from "@toolgate/mcp-server"
 *
 * export const serve = (options: Pick<HttpOptions, "gate" | "workspace">, token: string) =>
 *   serveMcpHttp({
 *     ...options,
 *     version: "1.0.0",
 *     port: 0,
 *     tokens: [
 *       {
 *         caller: { name: "editor", principal: { agent: "editor", ceiling: { tools: "any" } }, approvals: "elicit" },
 *         sha256: createHash("sha256").update(token).digest("hex")
 *       }
 *     ],
 *     approveWith: (id) => `toolgate approvals approve ${id}`
 *   })
 * ```
 */
export const serveMcpHttp = async (options: HttpOptions): Promise<HttpServing> =>
  (await import("./serve/serveHttp.ts")).serveHttp(options)
