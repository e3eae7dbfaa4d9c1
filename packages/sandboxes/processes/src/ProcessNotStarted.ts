import * as Data from "effect/Data"

/** The error for a process that could not be started. The message says why, in a sentence. */
export class ProcessNotStarted extends Data.TaggedError("ProcessNotStarted")<{
  readonly message: string
  readonly cause?: unknown
}> {}
