/** A large result that was stored beside the answer of a call. */
export interface ArtifactInfo {
  readonly ref: string
  readonly size: number
  /** As the tool named it. The bytes are served as text, as a picture or as plain bytes. */
  readonly mediaType: string
  readonly name?: string
  /** In milliseconds since the epoch, like `expiresAt`. */
  readonly createdAt: number
  readonly expiresAt: number
}

/** An artifact with its owner. `principal` is a digest of the agents that made it, and of the people they act for. */
export interface OwnedArtifactInfo extends ArtifactInfo {
  readonly session: string
  readonly principal: string
}

/** The bytes that a request asks for. Default: all. */
export interface ByteRange {
  /** As in the header `Range`, such as "bytes=0-1023". */
  readonly range?: string
  /** The `ETag` of an earlier response. If the bytes have changed since, all of them are sent. */
  readonly ifRange?: string
}
