import * as Data from "effect/Data"

/** The command line cannot be followed. The message says what is wrong with it, and what to do. */
export class WrongUse extends Data.TaggedError("WrongUse")<{ readonly message: string; readonly cause?: unknown }> {}
