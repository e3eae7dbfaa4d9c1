import type { StartFailure } from "./StartFailure.ts"

/** What processes of one kind are confined by. */
export interface Confiner {
  /**
   * Makes the confinement of one process, which is to work in that folder. `undefined`: the process was told to stop meanwhile. Rejects
   * with a `StartFailure` where whoever starts it is to know why there is none.
   */
  readonly confine: (workingFolder: string, isStopped: () => boolean) => Promise<Confinement | undefined>
  /** bubblewrap's words for a trial, in which the process is shown nothing of its own. */
  readonly trialWords: () => ReadonlyArray<string>
  /** What to do for a program that is not there inside, as the end of a sentence. */
  readonly remedy: string
}

/** What confines one process, by way of bubblewrap. */
export interface Confinement extends Disposable {
  /** What bubblewrap has to be told. */
  readonly words: ReadonlyArray<string>
  /** Why the process must not begin, as its namespace's first process sees what is mounted; `undefined` where it may. */
  readonly problemFor: (first: number) => StartFailure | undefined
  /** Lets go of what was held until it was mounted. */
  readonly letGo: () => void
  /** Looks again, when nothing of the process is left, and takes away what it made and may not. */
  readonly leave: (hasFailed: boolean) => Promise<LeftBehind>
}

/** The paths of what a process made where it may make nothing. */
export interface LeftBehind {
  readonly removed: ReadonlyArray<string>
  /** What could not be removed, or not be looked into. */
  readonly stuck: ReadonlyArray<string>
}
