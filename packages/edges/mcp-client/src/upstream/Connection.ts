import type * as Sdk from "@modelcontextprotocol/client"
import type { Redaction } from "@toolgate/local-secrets/references"

/** The SDK, which is loaded with the first server. */
export type McpSdk = typeof Sdk

/** A connection to a server, from the end of the handshake on. */
export interface Connection {
  readonly kind: "stdio" | "http"
  readonly sdk: McpSdk
  readonly client: Sdk.Client
  /** The protocol that the server speaks, so that the next connection need not ask. */
  readonly prior: Sdk.PriorDiscovery
  /** Takes the secrets of the server's entry out of what the server says. */
  readonly redaction: Redaction
  /** Settles with the reason when the connection has ended, and nothing of the server is left. Never rejects. */
  readonly ended: Promise<string>
  /** Ends the connection, because it is of no use any more. */
  readonly end: (why: string) => void
}
