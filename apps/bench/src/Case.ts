import type { Figure } from "./Figure.ts"
import type { Measured } from "./Measured.ts"

/** A piece of work that is timed. */
export interface Case {
  readonly name: string
  /**
   * Does the work the given number of times. Throws if a call did not end as expected, because a wrong answer must not
   * count as a fast one.
   */
  readonly run: (times: number) => Promise<void>
  /** Prepares each batch. Not timed. */
  readonly prepare?: () => void | Promise<void>
  /** The number of times in a batch. Absent: as many as fill the time of a batch. */
  readonly times?: number
  /** The number of times before the case is measured, if targets are judged. Absent: as many as take the time of a warm-up. */
  readonly warmUpTimes?: number
  /** The number of which the size of a batch must be a multiple. */
  readonly multipleOf?: number
  /** The largest number of rounds, for work that takes long. */
  readonly rounds?: number
}

/** Cases that are measured together, and the figures that compare them. */
export interface Family {
  readonly name: string
  readonly title: string
  readonly cases: ReadonlyArray<Case>
  /**
   * Whether each case is measured in a process of its own, if targets are judged. A case of such a family must make
   * what it needs at its first run, because each process makes the whole family and runs only one case.
   */
  readonly apart?: true
  /** Returns the figures from the measured times. */
  readonly figures: (measured: Measured) => ReadonlyArray<Figure>
  /** Returns notes for the reader, one sentence each. Called when everything is measured. */
  readonly notes?: () => ReadonlyArray<string>
  readonly close?: () => Promise<void>
}
