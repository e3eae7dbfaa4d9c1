import type { Containment, FileSystems, Files, ResolvedPath } from "@toolgate/core"

/** An adapter of `FileSystems` under test. */
export interface FilesAdapter {
  readonly containment: Containment
  readonly open: (access: Parameters<FileSystems["Service"]["open"]>[0], workspace: ResolvedPath) => Files
  /** Returns the canonical form of an absolute path, as the resolver would. */
  readonly resolved: (path: string) => Promise<ResolvedPath>
}
