import type * as Sdk from "@modelcontextprotocol/client"
import type { Redaction } from "@toolgate/local-secrets/references"

/** The SDK, which is loaded with the first server. */
export type McpSdk = typeof Sdk

/** A connection to a server whose handshake is complete. */
export interface Connection {
  readonly kind: "stdio" | "http"
  readonly sdk: McpSdk
  readonly client: Sdk.Client
  /** The discovered protocol version, so that the next connection can skip the discovery. */
  readonly prior: Sdk.PriorDiscovery
  /** Removes the secrets of the server's entry from the server's output. */
  readonly redaction: Redaction
  /** Settles with the reason once the connection has ended and its process is gone. Never rejects. */
  readonly ended: Promise<string>
  /** Ends the connection for this reason. */
  readonly end: (why: string) => void
}
