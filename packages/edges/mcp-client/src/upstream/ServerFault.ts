import * as Data from "effect/Data"

/** The reason why a server cannot be used now. The message is a sentence of ours, which quotes nothing that the server sent. */
export class ServerFault extends Data.TaggedError("ServerFault")<{
  readonly message: string
  readonly cause?: unknown
}> {}
