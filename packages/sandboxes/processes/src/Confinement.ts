import type { StartFailure } from "./StartFailure.ts"

/** Makes confinements for one kind of process. */
export interface Confiner {
  /**
   * Makes the confinement of one process that works in this folder. Resolves with `undefined` if the process is stopped
   * meanwhile. Rejects with a `StartFailure` for a cause that the caller should see.
   */
  readonly confine: (workingFolder: string, isStopped: () => boolean) => Promise<Confinement | undefined>
  /** Returns bubblewrap's arguments for a trial, which mounts nothing for a process. */
  readonly trialWords: () => ReadonlyArray<string>
  /** Advice for a program that does not exist inside the sandbox, as the end of a sentence. */
  readonly remedy: string
}

/** The bubblewrap confinement of one process. */
export interface Confinement extends Disposable {
  readonly words: ReadonlyArray<string>
  /**
   * Compares the mounts of the namespace's first process with the plan. Returns why the process must not begin, or
   * `undefined` if it may begin.
   */
  readonly problemFor: (first: number) => StartFailure | undefined
  /** Releases files that are needed only until they are mounted. */
  readonly letGo: () => void
  /** Checks the files after all processes have ended, and removes files that the process was not allowed to make. */
  readonly leave: (hasFailed: boolean) => Promise<LeftBehind>
}

/** Files that a process made where it may not write. */
export interface LeftBehind {
  readonly removed: ReadonlyArray<string>
  /** Paths that could not be removed or inspected. */
  readonly stuck: ReadonlyArray<string>
}
