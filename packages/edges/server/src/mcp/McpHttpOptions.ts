import type { ServeOptions } from "@toolgate/mcp-server"
import type { McpToken } from "./McpToken.ts"

/** The options of `serveMcpHttp`. */
export interface McpHttpOptions extends ServeOptions {
  /** The port on the loopback interface. 0 takes a free port. */
  readonly port: number
  /** The tokens that clients may connect with, each with its caller. */
  readonly tokens: ReadonlyArray<McpToken>
}
