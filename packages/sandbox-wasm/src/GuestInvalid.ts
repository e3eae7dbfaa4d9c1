import * as Data from "effect/Data"

/** One guest that cannot be run. */
export interface GuestProblem {
  readonly tool: string
  readonly file: string
  /** What is wrong with it: the rest of a sentence that begins with the file. */
  readonly problem: string
}

/** Guests that cannot be run, all of them. */
export class GuestInvalid extends Data.TaggedError("GuestInvalid")<{
  readonly message: string
  readonly problems: ReadonlyArray<GuestProblem>
}> {
  static of(problems: ReadonlyArray<GuestProblem>): GuestInvalid {
    const lines = problems.map(({ tool, file, problem }) => `tool "${tool}": "${file}": ${problem}`)
    return new GuestInvalid({ message: `Guests cannot be run: ${lines.join("; ")}.`, problems })
  }
}
