import type { Live, Ready } from "../api/health.ts"
import type { Connection } from "../connection/Connection.ts"
import type { RequestOptions } from "../connection/Operation.ts"

/** The state of the server. */
export interface HealthRequests {
  /** Returns if the server lives. */
  readonly live: (options?: RequestOptions) => Promise<Live>
  /** Returns if the server takes calls. Rejects with the problem "unavailable" if it is about to stop. */
  readonly ready: (options?: RequestOptions) => Promise<Ready>
}

/** Makes the requests about the state of the server. They are not repeated. */
export const makeHealthRequests = ({ send }: Connection): HealthRequests => ({
  live: (options) => send("GET /health", { isRepeatable: false }, options),
  ready: (options) => send("GET /ready", { isRepeatable: false }, options)
})
