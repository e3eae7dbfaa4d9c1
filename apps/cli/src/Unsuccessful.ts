import * as Data from "effect/Data"

/** The end of a command that ran without success, and has already reported why. */
export class Unsuccessful extends Data.TaggedError("Unsuccessful")<{ readonly exitStatus: number }> {}
