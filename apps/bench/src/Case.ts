import type { Figure } from "./Figure.ts"
import type { Measured } from "./Measured.ts"

/** A piece of work that is timed. */
export interface Case {
  readonly name: string
  /**
   * Does the work this many times. Throws if a call ends unexpectedly, because a wrong answer must not count as a fast
   * one.
   */
  readonly run: (times: number) => Promise<void>
  /** Prepares each batch. Not timed. */
  readonly prepare?: () => void | Promise<void>
  /** The size of a batch. Default: as many as fill a batch's time. */
  readonly times?: number
  /** The number of warm-up runs if targets are judged. Default: as many as fill the warm-up time. */
  readonly warmUpTimes?: number
  /** The size of a batch is a multiple of this number. */
  readonly multipleOf?: number
  /** The limit for rounds, for slow work. */
  readonly rounds?: number
}

/** Cases that are measured together, and the figures that compare them. */
export interface Family {
  readonly name: string
  readonly title: string
  readonly cases: ReadonlyArray<Case>
  /**
   * Whether each case is measured in a separate process if targets are judged. Such a case must create what it needs in
   * its first run, because each process creates the whole family and runs only one case.
   */
  readonly apart?: true
  /** Returns the figures from the measured times. */
  readonly figures: (measured: Measured) => ReadonlyArray<Figure>
  /** Returns notes for the reader, one sentence each. Called after all measurements. */
  readonly notes?: () => ReadonlyArray<string>
  readonly close?: () => Promise<void>
}
