/**
 * Options for storing large results. They are stored in `folder` or, with `in: "store"`, in the gate's store; without either, in memory.
 */
export interface ArtifactsOptions {
  /** The folder for artifacts, created on first use. Several gates can share it. */
  readonly folder?: string
  /** Set to `"store"` to save artifacts in the gate's `store`, which must then be configured. */
  readonly in?: "store"
  /**
   * The largest result, in bytes, that is returned inline. Default 65,536, minimum 4,096. Pictures have a separate limit of 5 MiB of Base64
   * per result. With "unlimited", direct calls return everything inline, and only other tools use artifacts.
   */
  readonly inlineBytes?: number | "unlimited"
  /** Most bytes stored per agent and session. Default 64 MiB. */
  readonly quotaBytes?: number
  /** Most bytes stored in total. Default 1 GiB. */
  readonly totalBytes?: number
  /** Time in milliseconds after which a result is deleted. Default 24 hours. */
  readonly ttlMs?: number
}
