import * as Data from "effect/Data"

/** A process could not be started: why, in a sentence. */
export class ProcessNotStarted extends Data.TaggedError("ProcessNotStarted")<{
  readonly message: string
  readonly cause?: unknown
}> {}
