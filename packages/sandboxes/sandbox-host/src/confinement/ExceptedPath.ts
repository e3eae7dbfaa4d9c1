import type { GrantedMode } from "@toolgate/core/access"

/** A path in a granted tree that allows less than the tree. */
export interface ExceptedPath {
  readonly path: string
  /** The path that the exceptions match, if it differs: the path of a link, or the usual name of a repository. */
  readonly meant?: string
  readonly letters: GrantedMode
  /** Whether the path is excepted from writing, and not only from reading. */
  readonly isKept: boolean
  /** Whether the path cannot be searched and may contain more that is excepted from writing. */
  readonly mayHoldKept?: boolean
  /** The target of a link. A link cannot be mounted over, so it is only checked after the run. */
  readonly link?: string
  /** False if the file's name is not UTF-8. A string cannot address the file, so nothing can be mounted there. */
  readonly hasPath?: false
}
