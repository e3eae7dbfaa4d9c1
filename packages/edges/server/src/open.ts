import type { McpHttpOptions } from "./mcp/McpHttpOptions.ts"
import type { ApprovalPage, ApprovalPageOptions } from "./page/ApprovalPage.ts"
import type { OpenServer, ServerOptions } from "./ServerOptions.ts"

/** Serves a gate over HTTP. Rejects if the address is taken. */
export const openServer = async (options: ServerOptions): Promise<OpenServer> =>
  (await import("./openServer.ts")).openServer(options)

/**
 * Serves a gate to MCP clients alone, over HTTP on the loopback interface. A bearer token identifies each client. Rejects
 * if the port is taken.
 *
 * ```ts
 * import { createHash } from "node:crypto"
 * import { type McpHttpOptions, serveMcpHttp } from "@toolgate/server"
 *
 * export const serve = (options: Pick<McpHttpOptions, "gate" | "workspace">, token: string) =>
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
export const serveMcpHttp = async (options: McpHttpOptions): Promise<Pick<OpenServer, "url" | "close">> =>
  (await import("./mcp/serveHttp.ts")).serveHttp(options)

/**
 * Opens a page on the loopback interface on which a person sees the whole card of a call and approves or denies it.
 * Pass its `addressOf` to a server as `approveAt`: clients with `approvals: url` then lead their users to the page.
 *
 * ```ts
 * import { serveMcpStdio, type StdioOptions } from "@toolgate/mcp-server"
 * import { type ApprovalPageOptions, openApprovalPage } from "@toolgate/server"
 *
 * export const serve = async (options: StdioOptions, codeOf: ApprovalPageOptions["codeOf"]) => {
 *   const { gate } = options
 *   const page = await openApprovalPage({ gate, by: "ada", codeOf, codeWith: (name) => `my-gate code ${name}` })
 *   await serveMcpStdio({ ...options, approveAt: page.addressOf })
 *   await page.close()
 * }
 * ```
 */
export const openApprovalPage = async (options: ApprovalPageOptions): Promise<ApprovalPage> =>
  (await import("./page/openPage.ts")).openPage(options)
