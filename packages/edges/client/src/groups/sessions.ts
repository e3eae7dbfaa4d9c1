import type { Page, PageQuery } from "../api/Page.ts"
import type { NewSession, SessionInfo } from "../api/sessions.ts"
import type { Connection } from "../connection/Connection.ts"
import type { RequestOptions } from "../connection/Operation.ts"
import type { OpenEvents } from "../events/EventQuery.ts"
import { readPages } from "../readPages.ts"
import { type ClientSession, makeClientSession } from "./session.ts"

/** The sessions of a token. */
export interface SessionRequests {
  /** Opens a session. */
  readonly open: (session?: NewSession, options?: RequestOptions) => Promise<ClientSession>
  /** Returns a session that was opened earlier. Sends no request. */
  readonly use: (id: string) => ClientSession
  /** Returns a page of the sessions, newest first. */
  readonly list: (query?: PageQuery, options?: RequestOptions) => Promise<Page<SessionInfo>>
  /** Returns the sessions of all pages. A page is read when it is needed. */
  readonly listAll: (query?: PageQuery, options?: RequestOptions) => AsyncIterable<SessionInfo>
}

/** Makes the requests about sessions. */
export const makeSessionRequests = (connection: Connection, events: OpenEvents): SessionRequests => {
  const { send } = connection
  const list: SessionRequests["list"] = (query, options) => send("GET /v1/sessions", { query }, options)
  const use = (id: string) => makeClientSession(id, connection, events)
  return {
    open: async (body = {}, options) => use((await send<SessionInfo>("POST /v1/sessions", { body }, options)).id),
    use,
    list,
    listAll: (query, options) => readPages((page) => list({ ...query, ...page }, options))
  }
}
