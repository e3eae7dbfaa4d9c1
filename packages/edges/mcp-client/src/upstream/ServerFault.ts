import * as Data from "effect/Data"

/** The reason why a server cannot be used now. The message never quotes the server. */
export class ServerFault extends Data.TaggedError("ServerFault")<{
  readonly message: string
  readonly cause?: unknown
}> {}
