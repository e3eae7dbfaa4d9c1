import type { Page } from "../api/Page.ts"
import type { PinDiff, PinnedTool, PinQuery } from "../api/pins.ts"
import type { Connection } from "../connection/Connection.ts"
import type { RequestOptions } from "../connection/Operation.ts"
import { readPages } from "../readPages.ts"

/** The approved definitions of tools. */
export interface PinRequests {
  readonly list: (query?: PinQuery, options?: RequestOptions) => Promise<Page<PinnedTool>>
  /** Returns the tools of all pages. A page is read when it is needed. */
  readonly listAll: (query?: PinQuery, options?: RequestOptions) => AsyncIterable<PinnedTool>
  readonly show: (tool: string, options?: RequestOptions) => Promise<PinDiff>
  /** Approves the definition with the digest that was shown. */
  readonly approve: (tool: string, digest: string, options?: RequestOptions) => Promise<PinnedTool>
  /** Revokes the approvals of a tool, and returns their number. */
  readonly revoke: (
    tool: string,
    options?: RequestOptions
  ) => Promise<{ readonly tool: string; readonly revoked: number }>
}

/** Makes the requests about approved definitions. */
export const makePinRequests = ({ send }: Connection): PinRequests => {
  const list: PinRequests["list"] = (query, options) => send("GET /v1/pins", { query }, options)
  return {
    list,
    listAll: (query, options) => readPages((page) => list({ ...query, ...page }, options)),
    show: (tool, options) => send("GET /v1/pins/{tool}", { params: { tool } }, options),
    approve: (tool, digest, options) =>
      send("POST /v1/pins/{tool}/approve", { params: { tool }, body: { digest } }, options),
    revoke: (tool, options) => send("POST /v1/pins/{tool}/revoke", { params: { tool } }, options)
  }
}
