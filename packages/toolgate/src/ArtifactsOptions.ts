/** The options of a gate's artifacts. They are kept in `folder`, in the gate's store (`in: "store"`), or else in memory. */
export interface ArtifactsOptions {
  /** The folder, which is made when there is something to keep. Several gates may share it. */
  readonly folder?: string
  /** `"store"`: results are kept in the store of the gate, which has to have one. */
  readonly in?: "store"
  /**
   * The most bytes of a result that a caller gets as they are. 65,536 by default, and 4,096 at least. Pictures count apart: a result has up to
   * 5 MiB of them in Base64. "unlimited": direct calls are answered with all that their tools returned, and the artifacts are there for
   * other tools.
   */
  readonly inlineBytes?: number | "unlimited"
  /** The most bytes that are kept for one agent in a session. 64 MiB by default. */
  readonly quotaBytes?: number
  /** The most bytes that are kept in all. 1 GiB by default. */
  readonly totalBytes?: number
  /** The time in milliseconds after which a result is removed. 24 hours by default. */
  readonly ttlMs?: number
}
