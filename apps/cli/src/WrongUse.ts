import * as Data from "effect/Data"

/** An error in the command line or in a file that it names. The message says what to do. */
export class WrongUse extends Data.TaggedError("WrongUse")<{ readonly message: string; readonly cause?: unknown }> {}
