import type { SessionStore, TokenStore } from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import type { EndpointOptions, McpCaller } from "@toolgate/mcp-server"
import type { Toolgate } from "toolgate"
import type { ReloadedPolicy } from "toolgate/effect"
import type { OwnNames } from "./access/guardRequests.ts"
import type { OidcOptions } from "./access/persons/OidcOptions.ts"
import type { ProxyOptions } from "./access/persons/ProxyOptions.ts"
import type { Administrator } from "./access/recordAdministration.ts"
import type { Limits } from "./access/TokenLimits.ts"
import type { StreamBounds } from "./events/EventStreams.ts"
import type { SessionGates } from "./gates/SessionGates.ts"
import type { ApprovalPage, ApprovalPageOptions } from "./page/ApprovalPage.ts"
import type { ResidentDoor } from "./resident/ResidentDoor.ts"
import type { RunnerLimits } from "./runners/RunnerLimits.ts"
import type { WebhookOptions, Webhooks } from "./webhooks/openWebhooks.ts"

/** The address or the Unix socket at which a server listens. */
export type ListenAt = { readonly host: string; readonly port: number } | { readonly socket: string }

/** The tokens and sessions of a server, and the key that makes them valid. */
export interface ServerStore {
  readonly tokens: TokenStore["Service"]
  readonly sessions: SessionStore["Service"]
  readonly key: SecretKey
}

/** A certificate with its chain, and its key, in PEM. */
export interface TlsFiles {
  readonly certificate: string | Buffer
  readonly key: string | Buffer
}

/** The options of a server for MCP clients. The principal of a client's calls is that of its token. */
export interface McpDoorOptions extends Omit<EndpointOptions, "gate" | "workspace"> {
  /** The way to ask a client's user when the policy asks. Default: `defer`. */
  readonly approvals?: McpCaller["approvals"]
}

/** The options of `openServer`. */
export interface ServerOptions extends OwnNames, WebhookOptions {
  /** The gate that is served. It has to be opened with `createToolgate` or `openGate`. */
  readonly gate: Toolgate
  /** The folder of sessions that name none. */
  readonly workspace: string
  /** The gates of sessions that choose their folder, policy files and agent. Default: every session uses `gate`. */
  readonly gates?: SessionGates
  /** The state of a resident gate, and the way to end it. Default: the server is not a resident gate. */
  readonly resident?: ResidentDoor
  readonly listen: ListenAt
  /** The tokens and sessions of the server, such as those of `openServerStore`. */
  readonly store: ServerStore
  /** Accepts tokens of an OpenID Connect issuer as well. Default: only those of the store. */
  readonly oidc?: OidcOptions
  /** Accepts the person whom a reverse proxy names. Default: no proxy may name one. */
  readonly proxy?: ProxyOptions
  /** The limits of each token. */
  readonly limits?: Limits
  /** The bounds of event streams. */
  readonly streams?: Partial<StreamBounds>
  /** The limits of agents that connect by a WebSocket. */
  readonly runners?: Partial<RunnerLimits>
  /** The certificate and its key in PEM, to serve HTTPS. Default: HTTP. */
  readonly tls?: TlsFiles
  /** The longest body, in bytes. Default: 4 MiB. */
  readonly longestBody?: number
  /** The most connections. Beyond the limit, the one that was unused the longest is closed. Default: 4,096. */
  readonly connections?: number
  /** Returns the metrics of the gate in the text format of Prometheus, for `/metrics`. Default: only those of the server. */
  readonly metrics?: () => string
  /** Serves MCP clients at `/mcp`. Default: it does not. */
  readonly mcp?: McpDoorOptions
  /** Serves the approval page at `/approvals`. Clients of `mcp` lead their users there. Default: there is no page. */
  readonly page?: Omit<ApprovalPageOptions, "gate">
  /** Lets browsers sign in at `/sign-in`, with the addresses of `makeSignInAddress`. Default: they do not. */
  readonly signIn?: boolean
  /** The time in which calls may end when the server closes, in milliseconds. Default: 5 s. */
  readonly graceMs?: number
}

/** A running server. */
export interface OpenServer {
  /** The address, without a path. For a Unix socket, its path. */
  readonly url: string
  /** The approval page, if there is one. */
  readonly page?: Omit<ApprovalPage, "close">
  readonly webhooks: Webhooks
  /**
   * Loads the files of the policy again, as `POST /v1/policy/reload` does, and puts on record who did. Rejects with every
   * problem if a file does not load; then the old policy stays in force. Resolves with `undefined` if the gate has no policy files.
   */
  readonly reloadPolicy: (who: Required<Administrator>) => Promise<ReloadedPolicy | undefined>
  /** Serves new connections with another certificate, if the server has one. Throws if the key does not belong to it. */
  readonly renewCertificate: (tls: TlsFiles) => void
  /**
   * Makes an address that signs one browser in, for ten minutes and one use, with the rights of the first valid token that
   * may decide or administer. The address before it no longer works. Absent without `signIn`.
   */
  readonly makeSignInAddress?: () => string
  /** Stops taking requests, ends the streams, and cancels calls that do not end in time. */
  readonly close: () => Promise<void>
}
