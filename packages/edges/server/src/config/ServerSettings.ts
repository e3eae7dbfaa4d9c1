import type { OidcOptions } from "../access/persons/OidcOptions.ts"
import type { ProxyOptions } from "../access/persons/ProxyOptions.ts"
import type { WebhookEndpoint } from "../webhooks/WebhookEndpoint.ts"

/** The settings of `toolgate serve`, as read from a file. */
export interface ServerSettings {
  /** The address to listen at. */
  readonly listen?: { readonly host: string; readonly port: number }
  /** The Unix socket to listen at, instead of an address. */
  readonly socket?: string
  readonly workspace?: string
  readonly policy?: ReadonlyArray<string>
  /** The `mcp.yaml` with the servers behind the gate. */
  readonly mcp?: string
  /** The values of `Host` that are answered besides those of this machine. */
  readonly hosts: ReadonlyArray<string>
  /** The origins of other sites whose pages may use the server. */
  readonly origins: ReadonlyArray<string>
  readonly tls?: { readonly certificate: string; readonly key: string }
  readonly oidc?: OidcSettings
  readonly proxy?: ProxyOptions
  readonly limits: ServerLimits
  /** The receivers of webhooks. */
  readonly webhooks: ReadonlyArray<WebhookSettings>
  /** The address under which people reach the server, for links in webhooks. */
  readonly publicUrl?: string
}

/** A receiver of webhooks, whose secret is a text with references such as `${env:NAME}`. */
export type WebhookSettings = WebhookEndpoint

/** The issuer whose tokens are accepted. */
export interface OidcSettings extends Omit<OidcOptions, "jwks"> {
  /** The address of the issuer's keys, or the path of a file with them. */
  readonly jwks: URL | string
}

/** The limits of each token and of the server. */
export interface ServerLimits {
  /** The most requests of a token without an answer. */
  readonly openRequests?: number
  /** The most requests of a token in a second. */
  readonly requestsPerSecond?: number
  /** The longest body, in bytes. */
  readonly bodyBytes?: number
  /** The most event streams. */
  readonly streams?: number
  /** The time in which calls may end when the server stops, in milliseconds. */
  readonly graceMs?: number
}
