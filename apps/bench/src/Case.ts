import type { Figure } from "./Figure.ts"
import type { Measured } from "./Measured.ts"

/** Work that is timed. */
export interface Case {
  readonly name: string
  /** Does it so many times, and throws if one of them did not end as it should: a wrong answer is no fast answer. */
  readonly run: (times: number) => Promise<void>
  /** Done before `run`, every time, and not timed. */
  readonly prepare?: () => void | Promise<void>
  /** How many times make a batch. Without it, as many as fill the time of a batch. */
  readonly times?: number
  /** A batch is a multiple of this. */
  readonly multipleOf?: number
  /** Measured in no more than so many rounds: for work that takes long. */
  readonly rounds?: number
}

/** Cases that are about one thing, and what is to be read from them. */
export interface Family {
  readonly name: string
  readonly title: string
  readonly cases: ReadonlyArray<Case>
  /**
   * Measures each case in a process of its own, where targets are judged. A case of such a family makes what it needs at its first
   * run, and not before: every one of the processes makes the whole family, and runs one case.
   */
  readonly apart?: true
  readonly figures: (measured: Measured) => ReadonlyArray<Figure>
  /** What a reader has to know, one sentence each; asked for when everything has been measured. */
  readonly notes?: () => ReadonlyArray<string>
  readonly close?: () => Promise<void>
}
