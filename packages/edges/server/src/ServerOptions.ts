import type { Toolgate } from "toolgate"
import type { FindToken } from "./access/Access.ts"
import type { OwnNames } from "./access/guardRequests.ts"
import type { Limits } from "./access/TokenLimits.ts"
import type { StreamBounds } from "./events/EventStreams.ts"
import type { WebhookOptions, Webhooks } from "./webhooks/openWebhooks.ts"

/** Where a server listens: an address, or a Unix socket. */
export type ListenAt = { readonly host: string; readonly port: number } | { readonly socket: string }

/** The options of `openServer`. */
export interface ServerOptions extends OwnNames, WebhookOptions {
  /** The gate that is served. It has to be opened with `createToolgate` or `openGate`. */
  readonly gate: Toolgate
  /** The folder of sessions that name none. */
  readonly workspace: string
  readonly listen: ListenAt
  /** Finds a token by its secret. */
  readonly findToken: FindToken
  /** The limits of each token. */
  readonly limits?: Limits
  /** The bounds of event streams. */
  readonly streams?: StreamBounds
  /** The longest body, in bytes. Default: 4 MiB. */
  readonly longestBody?: number
  /** The time in which calls may end when the server closes, in milliseconds. Default: 5 s. */
  readonly graceMs?: number
}

/** A running server. */
export interface OpenServer {
  /** The address, without a path. For a Unix socket, its path. */
  readonly url: string
  readonly webhooks: Webhooks
  /** Stops taking requests, ends the streams, and cancels calls that do not end in time. */
  readonly close: () => Promise<void>
}
