import type { ArtifactInfo, ByteRange, OwnedArtifactInfo } from "../api/artifacts.ts"
import type { Page, PageQuery } from "../api/Page.ts"
import type { Connection } from "../connection/Connection.ts"
import type { Operation, Parts, RequestOptions } from "../connection/Operation.ts"
import { readPages } from "../readPages.ts"

/** The artifacts of one session. */
export interface SessionArtifacts {
  readonly list: (query?: PageQuery, options?: RequestOptions) => Promise<Page<ArtifactInfo>>
  /** Returns the artifacts of all pages. A page is read when it is needed. */
  readonly listAll: (query?: PageQuery, options?: RequestOptions) => AsyncIterable<ArtifactInfo>
  /** Returns the response with the bytes, whose body has no time limit. Its status is 206 for a range. */
  readonly get: (ref: string, range?: ByteRange, options?: RequestOptions) => Promise<Response>
  readonly remove: (ref: string, options?: RequestOptions) => Promise<void>
}

/** The artifacts of all sessions. */
export interface ArtifactRequests {
  readonly list: (query?: PageQuery, options?: RequestOptions) => Promise<Page<OwnedArtifactInfo>>
  /** Returns the artifacts of all pages. A page is read when it is needed. */
  readonly listAll: (query?: PageQuery, options?: RequestOptions) => AsyncIterable<OwnedArtifactInfo>
  /** Returns the response with the bytes, whose body has no time limit. Its status is 206 for a range. */
  readonly get: (
    artifact: Pick<OwnedArtifactInfo, "ref" | "session" | "principal">,
    range?: ByteRange,
    options?: RequestOptions
  ) => Promise<Response>
}

/** Makes the requests about the artifacts of one session. */
export const makeSessionArtifacts = (session: string, connection: Connection): SessionArtifacts => {
  const { send } = connection
  const list: SessionArtifacts["list"] = (query, options) =>
    send("GET /v1/sessions/{session}/artifacts", { params: { session }, query }, options)
  return {
    list,
    listAll: (query, options) => readPages((page) => list({ ...query, ...page }, options)),
    get: (ref, range, options) =>
      openBytes(connection, "GET /v1/sessions/{session}/artifacts/{ref}", { params: { session, ref } }, range, options),
    remove: (ref, options) =>
      send("DELETE /v1/sessions/{session}/artifacts/{ref}", { params: { session, ref } }, options)
  }
}

/** Makes the requests about the artifacts of all sessions. */
export const makeArtifactRequests = (connection: Connection): ArtifactRequests => {
  const list: ArtifactRequests["list"] = (query, options) => connection.send("GET /v1/artifacts", { query }, options)
  return {
    list,
    listAll: (query, options) => readPages((page) => list({ ...query, ...page }, options)),
    get: ({ ref, session, principal }, range, options) =>
      openBytes(
        connection,
        "GET /v1/artifacts/{ref}",
        { params: { ref }, query: { session, principal } },
        range,
        options
      )
  }
}

const openBytes = async (
  { open }: Connection,
  operation: Operation,
  parts: Parts,
  { range, ifRange }: ByteRange = {},
  options?: RequestOptions
): Promise<Response> => {
  const headers = {
    accept: "*/*",
    ...(range === undefined ? {} : { range }),
    ...(ifRange === undefined ? {} : { "if-range": ifRange })
  }
  return (await open(operation, { ...parts, headers }, options)).response
}
