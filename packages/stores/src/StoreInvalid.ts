import * as Data from "effect/Data"

/**
 * The error of a store that cannot be opened: its place is no place, it cannot be reached, or a newer version of Toolgate
 * made it. The message is written for the person who named the place, and never holds a password.
 */
export class StoreInvalid extends Data.TaggedError("StoreInvalid")<{
  readonly message: string
  readonly cause: unknown
}> {}
