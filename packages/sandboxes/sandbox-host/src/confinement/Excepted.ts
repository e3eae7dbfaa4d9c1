import type { Letters } from "@toolgate/access"

/** A path beneath a granted tree with which less may be done than with the tree. */
export interface Excepted {
  readonly path: string
  /** The path that the exceptions are about, where it is another: that of a link, or as a repository is usually called. */
  readonly meant?: string
  readonly letters: Letters
  /** Whether it is excepted from writing, and not only from being read. */
  readonly isKept: boolean
  /** Whether nobody could see if something beneath it is. */
  readonly mayHoldKept?: boolean
  /** What it leads to, if it is a link. Nothing holds one in its place: it can only be looked at again. */
  readonly link?: string
  /** False: its path does not lead to it, as its name is no UTF-8, and nothing can be mounted there. */
  readonly hasPath?: false
}
