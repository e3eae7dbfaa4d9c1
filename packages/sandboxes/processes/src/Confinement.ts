import type { StartFailure } from "./StartFailure.ts"

/** A maker of confinements for processes of one kind. */
export interface Confiner {
  /**
   * Makes the confinement of one process, which will work in that folder. Resolves with `undefined` if the process was
   * told to stop meanwhile. Rejects with a `StartFailure` if the caller should know why there is no confinement.
   */
  readonly confine: (workingFolder: string, isStopped: () => boolean) => Promise<Confinement | undefined>
  /** Returns bubblewrap's arguments for a trial, in which the process is shown nothing of its own. */
  readonly trialWords: () => ReadonlyArray<string>
  /** The advice for a program that does not exist inside the confinement, as the end of a sentence. */
  readonly remedy: string
}

/** The confinement of one process by bubblewrap. */
export interface Confinement extends Disposable {
  /** The arguments of bubblewrap. */
  readonly words: ReadonlyArray<string>
  /**
   * Returns the reason why the process must not begin, from what the first process of its namespace sees mounted, or
   * `undefined` if the process may begin.
   */
  readonly problemFor: (first: number) => StartFailure | undefined
  /** Releases what was held only until it was mounted. */
  readonly letGo: () => void
  /** Looks again when nothing of the process is left, and removes what the process made and may not make. */
  readonly leave: (hasFailed: boolean) => Promise<LeftBehind>
}

/** The paths that a process made where it may make nothing. */
export interface LeftBehind {
  readonly removed: ReadonlyArray<string>
  /** The paths that could not be removed or not be looked into. */
  readonly stuck: ReadonlyArray<string>
}
