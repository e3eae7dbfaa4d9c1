import * as Data from "effect/Data"

/** Ends a command that failed and has already reported why. */
export class Unsuccessful extends Data.TaggedError("Unsuccessful")<{ readonly exitStatus: number }> {}
