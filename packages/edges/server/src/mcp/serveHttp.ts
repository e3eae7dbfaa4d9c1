import { type EndpointOptions, openMcpEndpoint } from "@toolgate/mcp-server"
import * as Layer from "effect/Layer"
import { Access, makeAccess } from "../access/Access.ts"
import { TokenLimits, usualLimits } from "../access/TokenLimits.ts"
import { type Listener, openListener } from "../listen/openListener.ts"
import { createTokenLookup } from "./createTokenLookup.ts"
import type { McpHttpOptions } from "./McpHttpOptions.ts"
import { mcpDoor, mcpPath, mcpRoute } from "./mcpRoute.ts"

/** Serves MCP clients on the loopback interface. */
export const serveHttp = async ({ port, tokens, ...options }: McpHttpOptions): Promise<Listener> => {
  const { findToken, callerOf } = createTokenLookup(tokens)
  // Open requests of one caller cannot use up another's share.
  const share = Math.max(leastRequests, Math.floor(mostRequests / tokens.length))
  const endpoint = await openMcpEndpoint({ ...options, subscriptions: Math.floor(share / 4) } satisfies EndpointOptions)
  const access = makeAccess(findToken, new TokenLimits({ ...usualLimits, open: share }))
  const opened = openListener(options.gate, {
    listen: { host: "127.0.0.1", port },
    routes: () => Layer.provide(mcpRoute(endpoint, callerOf), Layer.succeed(Access, access)),
    doors: [mcpDoor],
    connections: 2 * share * tokens.length,
    ending: endpoint.close
  })
  const { url, close } = await opened.catch(async (cause) => {
    await endpoint.close()
    throw cause
  })
  return { url: `${url}${mcpPath}`, close }
}

/** The limit for open requests. Callers share it, with a guaranteed minimum each. */
const mostRequests = 256
const leastRequests = 32
