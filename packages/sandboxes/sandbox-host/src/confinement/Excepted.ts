import type { GrantedMode } from "@toolgate/core/access"

/** A path beneath a granted tree that allows less than the tree does. */
export interface Excepted {
  readonly path: string
  /**
   * The path that the exceptions match, if it is another one: the path of a link, or the usual name of a repository.
   */
  readonly meant?: string
  readonly letters: GrantedMode
  /** Whether the path is excepted from writing, and not only from reading. */
  readonly isKept: boolean
  /** Whether nobody could look beneath the path for more that is excepted from writing. */
  readonly mayHoldKept?: boolean
  /**
   * The target of the path, if the path is a link. No mount can hold a link in its place, so the link is only looked at
   * again afterwards.
   */
  readonly link?: string
  /**
   * False if the path, as a string, does not lead to the file, because the file's name is not UTF-8. Nothing can be
   * mounted there.
   */
  readonly hasPath?: false
}
