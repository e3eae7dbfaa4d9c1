import * as Data from "effect/Data"

/** The command was followed and did not succeed, which it has said. */
export class Unsuccessful extends Data.TaggedError("Unsuccessful")<{ readonly exitStatus: number }> {}
